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

// byID are the embedded puzzles by ID.
var byID = sync.OnceValues(func() (map[string]*Puzzle, error) {
	list, err := Embedded()
	index := make(map[string]*Puzzle, len(list))
	for i := range list {
		index[list[i].ID] = &list[i]
	}
	return index, err
})

// ByID returns an embedded puzzle, nil if there is none. The caller must not change it.
func ByID(id string) (*Puzzle, error) {
	index, err := byID()
	return index[id], err
}
