"""Typefaces for languages that are not written in Latin letters, the best first."""

SANS = {
    "zh-Hans": (
        *("Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC", "Heiti SC"),
        *("SimHei", "WenQuanYi Micro Hei", "Noto Sans CJK JP"),
    ),
    "ta": ("Noto Sans Tamil", "Nirmala UI", "Latha", "Tamil MN"),
}
SERIF = {
    "zh-Hans": (
        *("Noto Serif CJK SC", "Source Han Serif SC", "SimSun", "Songti SC", "STSong"),
        *SANS["zh-Hans"],
    ),
    "ta": ("Noto Serif Tamil", *SANS["ta"]),
}
FILES = {
    "zh-Hans": ("NotoSansCJK-Regular", "NotoSansCJKsc-Regular", "SourceHanSansSC-Regular", "msyh"),
    "ta": ("NotoSansTamil-Regular", "Nirmala", "latha"),
}
"""Files that may hold them."""
