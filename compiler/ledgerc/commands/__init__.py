"""The commands of ``ledgerc``, one a module: each reads its arguments and calls the driver.

What is heavy (the parser, the emitter, black) is imported inside the commands, so that
``ledgerc --help`` and completion answer at once.
"""
