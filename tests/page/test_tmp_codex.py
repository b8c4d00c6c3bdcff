import pytest
from page import test_stage as s
s.STEPS=30
@pytest.mark.parametrize("size", s.SIZES)
def test_x(house,size):
    s.test_page_8_nothing_that_happens_moves_the_board(house,"Bacchanalia",size)
