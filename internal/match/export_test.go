package match

// Plain is a state without what tells how its moves are kept.
func Plain(s *State) State {
	plain := *s
	plain.taken = nil
	return plain
}
