"""Sockets inside network namespaces."""

import contextlib
import ctypes
import os

CLONE_NEWNET = 0x40000000


@contextlib.contextmanager
def inside(netns):
    """A block whose new sockets belong to the namespace at the path `netns` (None: this one).

    A socket stays in the namespace that it was opened in. `os.setns` came with Python 3.12 only.
    """
    if netns is None:
        yield
        return
    with open("/proc/self/ns/net") as home, open(netns) as there:
        _set_namespace(there)
        try:
            yield
        finally:
            _set_namespace(home)


def _set_namespace(file):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(file.fileno(), CLONE_NEWNET) != 0:
        code = ctypes.get_errno()
        raise OSError(code, "setns: " + os.strerror(code))
