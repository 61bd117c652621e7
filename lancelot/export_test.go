package lancelot

// SetCell changes the content of a square of the plan. It returns false if the
// square is off the board.
func (s *Setup) SetCell(square Square, c Cell) bool {
	row, column, ok := s.place(square)
	if ok {
		s.Cells[row][column] = c
	}
	return ok
}
