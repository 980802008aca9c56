"""A line of text that is being typed, wherever a screen asks for one."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from unokart_tui.surface import plain


@dataclass
class TypedLine:
    """What has been typed so far. At most `most` characters; what a terminal would obey is never among them."""

    text: str = ""
    most: int = 200

    def key(self, key: str, character: str | None) -> bool:
        """Take a key, by Textual's name and the character it stands for; return whether it was one of the line's."""
        match key:
            case "backspace":
                self.text = self.text[:-1]
            case "ctrl+u":
                self.text = ""
            case "ctrl+w":
                self.text = self.text.rstrip()
                self.text = self.text[: self.text.rfind(" ") + 1]
            case _:
                if character is None or not character.isprintable():
                    return False
                self.paste(character)
        return True

    def paste(self, text: str) -> None:
        """Take a text, which becomes one line."""
        self.text = (self.text + plain(" ".join(text.splitlines())))[: self.most]

    def tail(self, width: int) -> str:
        """Return as much of the end as fits so many cells, with room left for a mark that says where it is typed."""
        text = self.text
        while text and cell_len(text) > width - 1:
            text = text[1:]
        return text
