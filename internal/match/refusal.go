package match

import "fmt"

// Refusal is why a command is not carried out. It changes nothing.
type Refusal struct {
	// Code names the reason for programs, which translate it with Args.
	Code string `json:"code"`
	// Args are the particulars: strings and ints.
	Args map[string]any `json:"args,omitempty"`
	// Message is the reason in English, as a player understands it.
	Message string `json:"message"`
}

func (r *Refusal) Error() string { return r.Message }

// Refuse makes a refusal; the message is formatted as by [fmt.Sprintf].
func Refuse(code, message string, args ...any) *Refusal {
	return &Refusal{Code: code, Message: fmt.Sprintf(message, args...)}
}

// With adds a particular.
func (r *Refusal) With(name string, value any) *Refusal {
	if r.Args == nil {
		r.Args = make(map[string]any)
	}
	r.Args[name] = value
	return r
}
