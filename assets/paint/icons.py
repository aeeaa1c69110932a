"""Icons as text art: the big ones (up to 14 x 14, outlined when painted) and the small ones (8 x 8)."""

COLOURS = {
    "k": "#1b1410", "w": "#fbf7ea", "v": "#d8cba6", "x": "#a8976f",
    "o": "#b98a55", "O": "#7a5230", "d": "#4a3322",
    "b": "#d9a441", "B": "#f0c766", "c": "#8a5f20",
    "g": "#6fae2f", "G": "#4f8420", "l": "#9be04a",
    "e": "#e0603a", "E": "#a33c22", "f": "#f5916c", "y": "#f7c65a", "Y": "#fde9a8",
    "i": "#7fb7d6", "j": "#4784aa", "s": "#938b81", "S": "#5d5650",
}  # fmt: skip

BIG = {
    "hand": """
        ....wv.wv.....
        ....wv.wv.....
        .wv.wv.wv.wv..
        .wv.wv.wv.wv..
        .wv.wv.wv.wv..
        .wwvwwvwwvwv..
        .wwwwwwwwwwv.v
        .wwwwwwwwwwvwv
        .vwwwwwwwwwwvv
        ..wwwwwwwwwvv.
        ..vwwwwwwwvv..
        ...vwwwwwvv...
        ....vvvvvv....
    """,
    "sit": """
        oO............
        oO............
        oO.....bB.....
        oO.....bB.....
        oO.....bB.....
        oO..bbbbBBBB..
        oO...bbbbBB...
        oO....bbbB....
        oO.....bb.....
        oooooooooooooo
        OOOOOOOOOOOOOO
        oO..........oO
        oO..........oO
        dd..........dd
    """,
    "fit": """
        .....bbB......
        .....bbB......
        .....bbB......
        ...bbbbBBB....
        ....bbbBB.....
        .....bbB......
        ......b.......
        ..............
        .wgggggggggw..
        ggggwvggggggg.
        gggwxggwvggggg
        GGGGGGGGGGGGGG
        oooooooooooooo
        OO..........OO
    """,
    "pick_up": """
        ......b.......
        .....bbB......
        ....bbbBB.....
        ...bbbbBBB....
        .....bbB......
        .....bbB......
        .....bbB......
        ..............
        .wgggggggggw..
        ggggwvggggggg.
        gggwxggwvggggg
        GGGGGGGGGGGGGG
        oooooooooooooo
    """,
    "open": """
        oooooooooooooo
        owwggggggggwwO
        owgwwwwwggggwO
        oggwkwwvgggggO
        oggwwwwvgggggO
        oggwwwkvwwwwwO
        oggvvvvvwwwwvO
        ogggggggwweevO
        ogggggggwweevO
        owggggggwwwwvO
        owwgggggvvvvvO
        OOOOOOOOOOOOOO
    """,
    "farkle": """
        ......e.......
        .e....e.....e.
        ..e..ef...ee..
        ..eeeffe.ee...
        ...efyyfefe...
        ...efyYYyfe...
        eeefyYYYYyffe.
        ..eefyYYYyfeee
        ...eefYYyffe..
        ...effyyfeee..
        ..eefeefee.ee.
        ..e..ee.e...e.
        .e....e.......
        ......E.......
    """,
    "hot_dice": """
        .......e......
        ......ee......
        .....eee...e..
        .e...eefe..e..
        .e..eeffe.ee..
        .ee.efffeeee..
        .eeeeffyfefee.
        .eefeffyyffee.
        eeffffyyyyffe.
        eefyyyyYYyffe.
        eefyyYYYYyyfe.
        .efyYYYYYYyfe.
        .eefyYYYYyfee.
        ..Eeffyyffee..
    """,
    "crown": """
        ......BB......
        ......bb......
        B.....BB.....B
        b....BBbb....b
        BB...BBbb...bb
        BBb.BBBbbb.bbc
        BBBBBBBbbbbbbc
        BBBbBBbbbbbcbc
        .BBbbbbbbbbcc.
        .Bebbbiibbbec.
        .cccccccccccc.
        .BBBBBbbbbbbb.
    """,
    "plug": """
        ..........ss..
        .........ss...
        ..e...e.ss....
        ...e.e.sSss...
        ....e.SSSSss..
        ...e.e.SSSss..
        ..e...e.SSSS..
        ..ss...e.SS...
        .sssS.........
        .ssssS.b......
        ..ssSSb.......
        ..ssSS........
        .s.SS.........
        s.............
    """,
}

SMALL = {
    "arrow_right": """
        k.......
        wkk.....
        wwwkk...
        wwwwwkk.
        wwwwwvv.
        wwwvvkk.
        wvvkk...
        vkk.....
    """,
    "arrow_left": """
        .......k
        .....kkw
        ...kkwww
        .kkwwwww
        .vvwwwww
        .kkvvwww
        ...kkvvw
        .....kkv
    """,
    "arrow_up": """
        ...kk...
        ...ww...
        ..kwwk..
        ..wwwv..
        .kwwwvk.
        .wwwwvv.
        kwwwwvvk
        vvvvvvvv
    """,
    "arrow_down": """
        wwwwwwwv
        kwwwwvvk
        .wwwwvv.
        .kwwwvk.
        ..wwvv..
        ..kwvk..
        ...vv...
        ...kk...
    """,
    "check": """
        ......kk
        .....klk
        k...klgk
        lk.klgk.
        glklgk..
        kgggk...
        .kGk....
        ..k.....
    """,
    "cross": """
        kk....kk
        kfk..kek
        .kfkkek.
        ..kfek..
        ..kefk..
        .kekkfk.
        kek..kEk
        kk....kk
    """,
    "lock": """
        ..kkkk..
        .kBkkbk.
        .kb..bk.
        kkkkkkkk
        kBBBbbbk
        kBbkkbck
        kBbkkbck
        kkkkkkkk
    """,
}
