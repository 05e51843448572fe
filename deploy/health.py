"""Ends with status 0 while the house in this container takes commands, else with a sentence."""

import os
from http.client import HTTPConnection, HTTPException

OK = 200


def main() -> None:
    port = os.environ.get("CROUPIER_PORT", "8000")
    name = os.environ.get("CROUPIER_HOSTS", "").split(",")[0].strip() or "localhost"
    try:
        asked = HTTPConnection("127.0.0.1", int(port), timeout=12)
        asked.request("GET", "/health", headers={"Host": name})
        answer = asked.getresponse()
        said = answer.read(2000).decode(errors="replace")
    except (OSError, HTTPException) as error:
        raise SystemExit(f"The house does not answer on port {port}: {error}") from None
    if answer.status != OK:
        raise SystemExit(f"The house takes no commands ({answer.status}): {said}")


main()
