// Command lessons checks the files of the lessons in a folder: it plays every
// exercise. make runs it before it builds the page.
//
//	go run ./scripts/lessons internal/lessons/files/data
package main

import (
	"errors"
	"fmt"
	"os"

	"tafelrunde/internal/lessons/files"
)

func main() {
	if err := check(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: lessons FOLDER")
	}
	l, err := files.Load(os.DirFS(args[0]))
	if err != nil {
		return err
	}
	return l.Verify()
}
