"""Table scripts: a house and every command given in it, as one JSON document."""

from croupier.script.format import BadScript, Script, read_script
from croupier.script.replay import Replay, replay
from croupier.script.result import Result, result_of

__all__ = ["BadScript", "Replay", "Result", "Script", "read_script", "replay", "result_of"]
