TERMS: int
STAGES: int
WEIGHTS: int
WEIGHT_UNIT: int
SCORE_UNIT: int
KNOTS: int
BEHAVIOUR_WEIGHTS: int
POINTS_OF_UNIT: int

def policy_weights() -> list[int]: ...
def behaviour_weights() -> list[int]: ...
def knots() -> list[int]: ...
