"""The program as a page calls it: hands what it was given to the process that will fork for it.

It starts in a hundredth of a second, as it loads next to nothing: ``python -I -S`` runs it with the
name of a socket and the arguments.
"""

import os
import sys
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socket


def ask() -> int:
    """Have the command run; its status."""
    _, name, *arguments = sys.argv
    server = socket(AF_UNIX, SOCK_SEQPACKET)
    server.connect(name)
    variables = [f"{key}={value}" for key, value in os.environ.items()]
    # What pathlib loads would double the time.
    parts = [os.getcwd(), str(len(variables)), *variables, *arguments]  # noqa: PTH109
    streams = b"".join(number.to_bytes(4, sys.byteorder) for number in range(3))
    server.sendmsg(["\0".join(parts).encode()], [(SOL_SOCKET, SCM_RIGHTS, streams)])
    return int(server.recv(16) or b"70")


if __name__ == "__main__":
    sys.exit(ask())
