"""Writes the painted pack over the files in `assets/`."""

import json
from pathlib import Path
from typing import Any

from PIL import Image

from assets.paint.brush import Picture
from assets.paint.pack import all_documents, all_pictures

ASSETS = Path(__file__).resolve().parent.parent


def write_picture(path: Path, picture: Picture) -> None:
    """One PNG, without anything in it but its pixels."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture).save(path, optimize=True)


def write_document(path: Path, document: dict[str, Any]) -> None:
    """One JSON file, indented and ending with a line break."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Paints everything and says how much there is."""
    pictures, documents = all_pictures(), all_documents()
    for name, picture in pictures.items():
        write_picture(ASSETS / name, picture)
    for name, document in documents.items():
        write_document(ASSETS / name, document)
    print(f"painted {len(pictures)} pictures and wrote {len(documents)} documents")


if __name__ == "__main__":
    main()
