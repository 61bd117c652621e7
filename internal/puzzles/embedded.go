package puzzles

import (
	"embed"
	"fmt"
	"path"
	"sync"
)

//go:embed collections/*.puzzles
var collections embed.FS

// Embedded returns the puzzles that are part of the program, in the order of the names of their
// files. The caller must not change them.
var Embedded = sync.OnceValues(func() ([]Puzzle, error) {
	files, err := collections.ReadDir("collections")
	if err != nil {
		return nil, err
	}
	var list []Puzzle
	for _, file := range files {
		name := path.Join("collections", file.Name())
		data, err := collections.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sections, err := Read(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, s := range sections {
			list = append(list, s.Puzzles...)
		}
	}
	return list, nil
})
