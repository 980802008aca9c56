"""The theme that the game has when nobody says otherwise."""

from __future__ import annotations

from typing import Final

from unokart_tui.scheme import CardShades, Scheme

DARK: Final = Scheme(
    ground="#12141c",
    ink="#c9cdd8",
    strong="#ffffff",
    faint="#9299aa",
    accent="#ffc83d",
    badge=("#1c1400", "#ffc83d"),
    quiet_badge=("#e3e4ea", "#3a3f4f"),
    bar=("#aab0c0", "#1e212d"),
    bar_key="#ffffff",
    lane="#272c40",
    back=("#5b74c8", "#27336a"),
    back_label="#ffffff",
    prompt="#e6e8ef",
    notice="#ffc83d",
    cards={
        "R": CardShades(
            ("#ffffff", "#c0281f"), ("#f3dcd9", "#8c211a"), ("#c08f8b", "#3b1a1b"), "#ff7b70", "#3a1a1d"
        ),
        "Y": CardShades(
            ("#1c1400", "#e8b30c"), ("#fbf0c8", "#7d6108"), ("#b3a06a", "#362d12"), "#f5c737", "#332b14"
        ),
        "G": CardShades(
            ("#ffffff", "#1d7d36"), ("#dcf3e1", "#175c2a"), ("#86b092", "#142d1e"), "#62d07f", "#15301f"
        ),
        "B": CardShades(
            ("#ffffff", "#1f5fd0"), ("#dbe6fb", "#1a4796"), ("#8fa6d3", "#17264a"), "#7aa7ff", "#18284d"
        ),
        "W": CardShades(
            ("#ffffff", "#3a3d4a"), ("#e3e4ea", "#2e313c"), ("#9a9dab", "#22242d"), "#e3e4ea", "#252833"
        ),
    },
)  # fmt: skip
