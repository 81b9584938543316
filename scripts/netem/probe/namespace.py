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
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        _enter(netns)
        try:
            yield
        finally:
            _set_namespace(home)
    finally:
        os.close(home)


def _enter(path):
    target = os.open(path, os.O_RDONLY)
    try:
        _set_namespace(target)
    finally:
        os.close(target)


def _set_namespace(descriptor):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(descriptor, CLONE_NEWNET) != 0:
        code = ctypes.get_errno()
        raise OSError(code, "setns: " + os.strerror(code))
