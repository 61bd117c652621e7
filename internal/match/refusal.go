package match

import "fmt"

// Refusal is the reason why a command is refused. The command has no effect.
type Refusal struct {
	// Code identifies the reason. Programs translate it with Args.
	Code string `json:"code"`
	// Args are the values for a translated message: strings, ints and lists.
	Args map[string]any `json:"args,omitempty"`
	// Message is the reason in English, for players.
	Message string `json:"message"`
}

func (r *Refusal) Error() string { return r.Message }

// Refuse returns a refusal. The message is formatted as by [fmt.Sprintf]
// if there are arguments.
func Refuse(code, message string, args ...any) *Refusal {
	if len(args) > 0 {
		message = fmt.Sprintf(message, args...)
	}
	return &Refusal{Code: code, Message: message}
}

// With adds a value to Args, and returns the refusal.
func (r *Refusal) With(name string, value any) *Refusal {
	if r.Args == nil {
		r.Args = make(map[string]any)
	}
	r.Args[name] = value
	return r
}
