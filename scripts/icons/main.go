// Command icons draws the icons of the installed page from browser/public/icon.svg,
// as PNG files in the same folder.
//
//	go run ./scripts/icons browser/public
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"tafelrunde/internal/pictures"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "icons: the folder is missing")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	svg, err := os.ReadFile(filepath.Join(folder, "icon.svg"))
	if err != nil {
		return err
	}
	// Systems cut maskable icons and those of iOS to their own shape.
	for name, icon := range map[string]pictures.Icon{
		"icon-192.png":         {Size: 192, Share: 1},
		"icon-512.png":         {Size: 512, Share: 1},
		"icon-maskable.png":    {Size: 512, Share: 0.6, Ground: "#f3f0e9"},
		"apple-touch-icon.png": {Size: 180, Share: 0.72, Ground: "#f3f0e9"},
	} {
		png, err := icon.PNG(svg)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), png, 0o644); err != nil {
			return err
		}
	}
	return nil
}
