package people_test

import (
	"reflect"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

// TestStatistics counts results by variant and opponent, and promotions. Aborted games do not
// count, and only the person sees those of private tables.
func TestStatistics(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Member("Ben")
	play := func(moves []string, loser *webtest.Browser, change func(webtest.Object)) {
		t.Helper()
		id := anna.Open(webtest.WotnTable(change))
		ben.Do(id, webtest.Object{"type": "sit"})
		for i, m := range moves {
			[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": m})
		}
		end := webtest.Object{"type": "resign"}
		if len(moves) == 0 {
			end = webtest.Object{"type": "abort"}
		}
		loser.Do(id, end)
	}
	play([]string{"e2e3", "h7h5", "d1h5", "a7a5", "h5h8l"}, ben, nil)
	play([]string{"e2e4", "e7e5"}, anna, nil)
	play(nil, anna, nil)
	play([]string{"e2e4", "e7e5"}, ben, func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} })

	var got people.Statistics
	ben.Want(200, "GET", "/api/people/"+anna.ID+"/statistics", nil, &got)
	if len(got.Variants) != 1 || got.Games != 2 || got.Variants[0] != (people.VariantResults{Variant: "wotn", Results: people.Results{Won: 1, Lost: 1}}) {
		t.Errorf("%+v", got)
	}
	if !reflect.DeepEqual(got.Promotions, []people.PromotionCount{{Kind: "L", Count: 1}}) {
		t.Errorf("%+v", got.Promotions)
	}
	anna.Want(200, "GET", "/api/people/"+anna.ID+"/statistics", nil, &got)
	if got.Games != 3 || len(got.Opponents) != 1 || got.Opponents[0].Won != 2 || got.Opponents[0].Lost != 1 || got.Opponents[0].Engine != 0 {
		t.Errorf("%+v", got)
	}
}
