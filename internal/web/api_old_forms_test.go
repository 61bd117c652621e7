package web

import (
	"testing"

	"tafelrunde/internal/match"
)

// TestCommandsOfOldClients sends commands with the names that they
// had in versions up to 0.1.0.
func TestCommandsOfOldClients(t *testing.T) {
	s := serveAPI(t)
	anna, ben := s.guest("Anna"), s.guest("Ben")
	id := anna.open(wotnTable(func(o object) { o["points"] = []int{2, 0} }))
	ben.do(id, object{"type": "sit"})
	one := object{"square": "e2", "into": "S"}
	anna.do(id, object{"type": "improve", "raises": []object{one}, "done": false})
	if v := anna.view(id); v.Phase != match.Promoting || len(v.Round.Promotions) != 1 {
		t.Errorf("%s, %+v", v.Phase, v.Round)
	}
	anna.do(id, object{"type": "improve", "raises": []object{one, {"square": "d2", "into": "S"}}, "done": true})
	if v := anna.view(id); v.Phase != match.Playing || len(v.Round.Promotions) != 2 || v.Round.Promotions[1].Kind != "S" {
		t.Errorf("%s, %+v", v.Phase, v.Round)
	}
}
