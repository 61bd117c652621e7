package web

// Under is under, for tests.
func (s *Site) Under(base string) *Site { return s.under(base) }
