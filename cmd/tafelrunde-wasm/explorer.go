//go:build js && wasm

package main

import (
	"syscall/js"

	"tafelrunde/internal/explorer"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// place returns the place of a position. ok is false if it has no statistics.
func place(game, variantName, position string) (p explorer.Place, ok bool, wrong problems) {
	if game == "lancelot" {
		board, err := lancelot.ParsePosition(position)
		if err != nil {
			return p, false, lancelotProblems(err)
		}
		p, ok = explorer.PlaceOfLancelot(&board)
		return p, ok, nil
	}
	v, err := wotn.ParseVariant(variantName)
	if err != nil {
		return p, false, wotnProblems(err)
	}
	board, err := wotn.ParsePosition(v, position)
	if err != nil {
		return p, false, wotnProblems(err)
	}
	return explorer.PlaceOfWotn(&board), true, nil
}

// explorerSet has the arguments game, variant and position.
func explorerSet(args []js.Value) (any, problems) {
	p, _, wrong := place(str(args[0]), str(args[1]), str(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	return p.Set.Name, nil
}

// explorerFind has the arguments game, variant, position and table.
func explorerFind(args []js.Value) (any, problems) {
	p, ok, wrong := place(str(args[0]), str(args[1]), str(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	data := make([]byte, args[3].Length())
	js.CopyBytesToGo(data, args[3])
	table, err := explorer.Open(data)
	if err != nil {
		return nil, problems{{"explorer-table", object{}, err.Error(), noOffset}}
	}
	var moves []explorer.Move
	if ok {
		moves = table.Moves(&p)
	}
	return object{
		"games": table.Games,
		"nodes": table.Nodes,
		"moves": values(moves, func(m explorer.Move) any {
			return object{"move": m.Text, "wins": m.Wins, "draws": m.Draws, "losses": m.Losses}
		}),
	}, nil
}
