"""What a player's name may be, in the words of a form."""

from server.shared.protocol.limits import NAME_LENGTH, SHORTEST_NAME

NAME_LIMIT = NAME_LENGTH


def allowed_in_name(character: str) -> bool:
    """Letters of the English alphabet, digits and the underscore."""
    return character.isascii() and (character.isalnum() or character == "_")


def name_fault(name: str) -> str:
    """Why a name will not do, as a sentence; '' when it will."""
    if len(name) < SHORTEST_NAME:
        return f"Enter a name of {SHORTEST_NAME} to {NAME_LIMIT} letters, digits or underscores first."
    if len(name) > NAME_LIMIT or not all(map(allowed_in_name, name)):
        return f"A name has at most {NAME_LIMIT} letters, digits or underscores."
    return ""
