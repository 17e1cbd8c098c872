"""Hands with a stock played to the end by policies that see one seat's cards."""

from libc.stdint cimport int16_t

from pinochle_solver._core.hidden_hands.hands cimport TableRecord
from pinochle_solver._core.hidden_hands.policy cimport CardPolicy
from pinochle_solver._core.hidden_hands.stock_hands cimport StockHand, StockRecord
from pinochle_solver._core.hidden_hands.stock_policy cimport StockPolicy


# What does not change from world to world.
cdef struct StockGame:
    StockRecord record
    TableRecord playoff             # without cards: these differ from world to world
    StockPolicy policy
    CardPolicy cards                # plays once the stock is gone


cdef int lay_out_game(
    StockGame* game, const unsigned char[::1] record, const unsigned char[::1] playoff,
    const int16_t[::1] weights, const int16_t[::1] card_weights,
) except -1
cdef void play_to_end(const StockGame* game, StockHand* hand) noexcept nogil
cdef void play_off(const StockGame* game, StockHand* hand) noexcept nogil
