"""Who the people of the tavern are: skin, hair, clothes and the face of each, as ramps and text art."""

from dataclasses import dataclass

from assets.paint.brush import Ramp, ramp


@dataclass(frozen=True)
class Figure:
    """One person: ramps of four tones for skin, hair and clothes, a face, and what is worn over the shirt."""

    skin: Ramp
    hair: Ramp
    shirt: Ramp
    trousers: Ramp
    boots: Ramp
    eyes: str
    face: str
    over: str
    worn: dict[str, str]
    hair_rows: int  # how far the hair falls at the sides and back, of 8
    bare_forearms: bool = False
    cap: Ramp | None = None  # covers the crown and two rows around the head


FAIR = ramp("#b0714f #d9a27a #efc09a #f8d6b5")
ROSY = ramp("#a8604a #d69478 #eeb597 #f7cdb2")
TAN = ramp("#7c4a2e #a8714a #c68d61 #dba67a")
BROWN = ramp("#442818 #66402a #80543a #996a4c")
LEATHER = ramp("#33231a #4a3322 #644629 #7f5d38")
BLACK_BOOTS = ramp("#171210 #2a211c #3c302a #52443b")

FIGURES = {
    "innkeeper": Figure(
        skin=ROSY, hair=ramp("#2e1a10 #4f2f1c #6e4527 #8f6038"), shirt=ramp("#b3a88c #d6ccb1 #ece4cd #faf5e6"),
        trousers=ramp("#3a2c22 #4c3a2c #604a38 #775d47"), boots=BLACK_BOOTS, eyes="#3f6a2a", hair_rows=4,
        bare_forearms=True,
        face="""
            hhghhghh
            hsllllsh
            ssllllss
            sddssdds
            swessews
            sssSSsss
            shhhhhhs
            SshmmhsS
        """,
        over="""
            ..sssS..
            oo.ss.oo
            oO....Oo
            oO....Oo
            oOOOOOOo
            oPOOOOPo
            oOOOOOOo
            oOPPPPOo
            oOOOOOOo
            pppppppp
            oOOOOOOo
            oOOOOOOp
        """,
        worn={"o": "#4f7a26", "O": "#5f9a28", "P": "#82c23b", "p": "#37521c"},
    ),
    "miller": Figure(
        skin=FAIR, hair=ramp("#9c7428 #c2963c #dfb758 #f2d584"), shirt=ramp("#2f4f6b #3f6888 #5483a6 #74a3c2"),
        trousers=ramp("#6b5b42 #85734f #a08d63 #b9a67c"), boots=LEATHER, eyes="#2f62a0", hair_rows=7,
        face="""
            ghhghhgh
            hhghhhgh
            hhsllshh
            hsdssdsh
            hwessewh
            hrsSSsrh
            hssrrssh
            hSssssSh
        """,
        over="""
            w.ssss.w
            ww.ss.ww
            .wwwwww.
            ..wvvw..
            ..wwww..
            ..wvww..
            .wwwwww.
            .wvwwvw.
            .wwwwww.
            ........
            .wwwwww.
            .vwwwwv.
        """,
        worn={"w": "#f2ead3", "v": "#cfc3a3"},
    ),
    "bard": Figure(
        skin=FAIR, hair=ramp("#74260f #a03d18 #c65a26 #e27f43"), shirt=ramp("#6b1f2c #8f2f3a #b34550 #cf6668"),
        trousers=ramp("#3b2a45 #4f3a5c #664e74 #80668e"), boots=LEATHER, eyes="#2e6b4e", hair_rows=6,
        face="""
            hhhghhhh
            hghhhghH
            hhlhlllH
            HsddsddH
            HwessewH
            sssSSsss
            sSsrrsSs
            SsssssSS
        """,
        over="""
            y.ssss.y
            yy.ss.yy
            .zy..yz.
            ..zyyz..
            ...zz...
            ...yy...
            ........
            ...yy...
            ........
            ........
            yy.yy.yy
            zz.zz.zz
        """,
        worn={"y": "#f0c766", "z": "#b5832e"},
    ),
    "hunter": Figure(
        skin=BROWN, hair=ramp("#120c0a #1f1613 #30231e #453329"), shirt=ramp("#2b3a1b #3c5026 #506834 #688247"),
        trousers=ramp("#4a3322 #5f432c #775637 #8f6c47"), boots=BLACK_BOOTS, eyes="#1b1410", hair_rows=4,
        face="""
            HhHhhHhH
            HhhhhhhH
            hsllllsh
            sdddsdds
            swessews
            sssmSsss
            sSsmmsSs
            SsSssSsS
        """,
        over="""
            l.ssss.b
            ll.ss.bl
            .l...bl.
            .l..bl..
            .l.bl.l.
            .lbl..l.
            .bl...l.
            bl....l.
            l.....l.
            ........
            .l....l.
            .l....l.
        """,
        worn={"l": "#5a3f26", "b": "#8a6542"},
    ),
    "sailor": Figure(
        skin=TAN, hair=ramp("#2a2320 #3f3631 #584d46 #71655c"), shirt=ramp("#b9b29e #d9d2bf #efe9d9 #fbf8ee"),
        trousers=ramp("#1f2d40 #2c3f57 #3c5370 #526c8a"), boots=BLACK_BOOTS, eyes="#2f62a0", hair_rows=5,
        cap=ramp("#2c3f57 #3c5370 #526c8a #6b87a6"),
        face="""
            cccccccc
            cCccccCc
            hsllllsh
            sddssdds
            swessews
            hssSSssh
            hhhrrhhh
            HhhhhhhH
        """,
        over="""
            ..ssss..
            bb.ss.bb
            ........
            bbbbbbbb
            ........
            bbbbbbbb
            ........
            bbbbbbbb
            ........
            ........
            ........
            ........
        """,
        worn={"b": "#3f6888"},
    ),
    "scholar": Figure(
        skin=TAN, hair=ramp("#6f6a66 #928d88 #b5b0aa #d3cfc9"), shirt=ramp("#2e2148 #42305f #59457a #745f97"),
        trousers=ramp("#2e2148 #3a2a55 #4b3a69 #5f4d80"), boots=LEATHER, eyes="#4a3322", hair_rows=5,
        face="""
            hghhhghh
            hhghhhgh
            hhlllllh
            hddssddh
            bwebbewb
            sbbSSbbs
            ssSrrsss
            SsssssSS
        """,
        over="""
            ggssssgg
            g.gssg.g
            g..gg..g
            g......g
            g......g
            g......g
            g......g
            g......g
            g......g
            ........
            g......g
            G......G
        """,
        worn={"g": "#d9a441", "G": "#8a5f20"},
    ),
}  # fmt: skip
