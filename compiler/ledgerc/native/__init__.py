"""The native build: the runtime and generated modules as extension modules, made by mypyc.

``building`` says what must be compiled and puts the result in place, ``toolchain`` finds out
whether it can be, ``compiling`` is the process that compiles, ``openness`` tells mypyc that classes
may be derived from, ``place`` is the folder in which the result lies. See ``docs/native.md``.
"""
