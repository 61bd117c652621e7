package match

// Plain returns a state without the field that states share.
func Plain(s *State) State {
	plain := *s
	plain.used = nil
	return plain
}
