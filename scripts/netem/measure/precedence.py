"""Before the other programs of a busy machine."""

import os


def take_precedence():
    """Takes the lowest real-time priority, where that is allowed: an emulator may have a higher one."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except (AttributeError, PermissionError):
        pass
