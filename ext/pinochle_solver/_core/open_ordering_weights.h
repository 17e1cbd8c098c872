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
        {256, 10, -31, 11, -7, -63, 5, 12, -42, -12, 3, 15, 5, 5},
        {-9, -50, -15, 12, 0, 11, -2, 2, -42, 22, 10, 32, -7, -8},
        {6, 5, -12, 13, 0, -12, 2, 3, -22, 47, 20, 60, -4, -7},
        {228, -2, -16, -40, -24, 0, -5, 38, -52, 25, 21, -11, 8, -12},
        {12, -9, -17, 1, -4, -14, 8, 4, -32, 12, -9, 11, 26, 10},
        {6, -9, -28, 5, 12, 17, 21, -4, -30, 22, -12, 0, 6, -1},
    },
    {
        {9, 7, 0, -34, -2, -32, -16, -16, 24, 19, -10, 11},
        {-48, -15, -22, -23, 24, 7, -37, -47, -9, -32, -13, -5},
        {-51, -8, -28, -34, -55, 74, 27, -8, -36, -4, 12, 0},
        {1, -16, -12, -29, 14, -95, -2, 1, -7, 4, 9, 10},
        {-16, -7, 1, -26, 32, -60, -13, -28, -49, 14, 7, -7},
    },
};

#endif
