/* Weights of the ordering of open hands (open_ordering.pxd), found by
 * benchmarks/tune_double_dummy.py. */
#ifndef PINOCHLE_SOLVER_OPEN_ORDERING_WEIGHTS_H
#define PINOCHLE_SOLVER_OPEN_ORDERING_WEIGHTS_H

#include <stdint.h>

typedef struct {
    int16_t lead[6][14];
    int16_t follow[5][12];
} OpenWeights;

static const OpenWeights TUNED_OPEN_WEIGHTS = {
    {
        {272, 10, -32, 11, -7, -79, 3, 20, -42, -10, -21, 12, 5, -6},
        {-8, -50, -15, 12, 0, -5, -2, 3, -42, 21, 10, 32, -8, -8},
        {9, 9, -13, 21, 0, -29, 2, 3, -24, 32, 20, 55, 10, 9},
        {228, -2, -16, -44, -18, -12, -29, 47, -60, 33, 21, -3, 1, -28},
        {8, -9, -17, 5, -4, -14, 8, 1, -30, 12, -9, 3, 42, 10},
        {20, -8, -29, 3, 5, 13, 13, 12, -30, 22, -10, 14, 6, 7},
    },
    {
        {9, 9, 11, -22, -2, -34, -16, -16, 60, -34, -22, 9},
        {-53, -7, -30, -23, 24, 1, -38, -47, -16, -32, -14, -5},
        {-52, -4, -12, -34, -51, 74, 27, -8, -36, -4, 8, 0},
        {1, -21, -18, -29, 22, -129, 6, 2, -7, -24, 10, 10},
        {-24, -6, -7, -26, 32, -76, -12, -39, -56, 18, 13, -3},
    },
};

#endif
