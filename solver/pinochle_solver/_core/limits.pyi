from typing_extensions import disjoint_base

@disjoint_base
class StopFlag:
    def set(self) -> None: ...
    @property
    def is_set(self) -> bool: ...
