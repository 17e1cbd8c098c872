"""The objects of the games for three and four.

- ``positions``, ``records``, ``rulebooks``: of ``show``, of ``replay`` and ``score``, of ``rules``.
- ``solutions``, ``chances``: of ``solve`` and ``analyze``.
"""
