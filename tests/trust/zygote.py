"""Reads what to do, one line of JSON each: ["module:function", argument…]; a forked child does it; prints its
answer."""

import json
import os
import sys
import traceback
from importlib import import_module

from tests.trust.actors import Child, ready, warm_up

MODULES = ("actors", "crash", "crowds", "hoard", "outages")


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a child prints is no answer
    try:
        ready()
        warm_up()
    except Exception:
        print(json.dumps({"fault": traceback.format_exc()}), file=answers, flush=True)
        raise
    modules = {name: import_module(f"tests.trust.{name}") for name in MODULES}
    for line in sys.stdin:
        work, *arguments = json.loads(line)
        module, function = work.split(":")
        try:
            answer = {"answer": Child(getattr(modules[module], function), *arguments).wait()}
        except AssertionError as fault:
            answer = {"fault": str(fault)}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
