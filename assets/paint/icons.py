"""Icons as text art: big ones up to 14 x 14 and small ones of 6 x 6; both get an ink outline when painted."""

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
        .......e...e..
        ........e.e...
        ...ss.....sS..
        ..sssS....sSS.
        ..sssSBB..kSS.
        sssssS....kSSs
        SssssS....kSSS
        ..sssSbb..kSS.
        ..ssSS....sSS.
        ...SS.....SS..
        ........e.e...
        .......e...e..
    """,
}

SMALL = {
    "arrow_right": """
        ww....
        wwww..
        wwwwww
        wwwwvv
        wwvv..
        vv....
    """,
    "arrow_left": """
        ....ww
        ..wwww
        wwwwww
        vvwwww
        ..vvww
        ....vv
    """,
    "arrow_up": """
        ..ww..
        ..ww..
        .wwwv.
        .wwwv.
        wwwwvv
        wwwwvv
    """,
    "arrow_down": """
        wwwwwv
        wwwwvv
        .wwvv.
        .wwvv.
        ..wv..
        ..vv..
    """,
    "check": """
        .....l
        ....lg
        l..lg.
        gllg..
        .gG...
        ..G...
    """,
    "cross": """
        ff..ee
        fffeee
        .feee.
        .eeee.
        eeeEEE
        ee..EE
    """,
    "lock": """
        .BBbb.
        .B..b.
        BBBbbb
        BBkkbc
        Bbkkbc
        bbbbcc
    """,
}
