package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// part is a module or package that a release consists of or is built with.
type part struct {
	name, version string
	// purl is the package URL.
	purl string
	// algorithm and hash are a checksum of the registry, "" if there is none.
	algorithm, hash string
	// license is an SPDX expression, "" if unknown.
	license string
	// folder has the files of the part, with its license unless licenseFile is set.
	folder, licenseFile string
	// built marks a part that only builds the program.
	built bool
}

// bundled are the npm packages whose content reaches the page. Their dependencies
// are added.
var bundled = []string{"svelte", "@fontsource-variable/eb-garamond", "@fontsource-variable/source-sans-3", "@iconify-json/game-icons", "uqr"}

// excerpts are the modules and packages of which the program contains lists, and which
// it does not import.
var excerpts = []part{
	{name: "github.com/trustelem/zxcvbn", version: "v1.0.1", purl: "pkg:golang/github.com/trustelem/zxcvbn@v1.0.1", license: "MIT", licenseFile: "internal/accounts/common.LICENSE.txt"},
	{name: "@zxcvbn-ts/language-de", version: "3.0.2", purl: "pkg:npm/%40zxcvbn-ts/language-de@3.0.2", license: "MIT", licenseFile: "internal/accounts/words.LICENSE.txt"},
}

// parts returns the parts of all programs, by package URL.
func (r *release) parts(programs map[string]string) ([]part, error) {
	all := map[string]part{}
	for platform, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", platform, err)
		}
		for _, module := range info.Deps {
			if module.Replace != nil {
				return nil, fmt.Errorf("%s is replaced", module.Path)
			}
			p := goPart(module)
			all[p.purl] = p
		}
		library := part{name: "stdlib", version: strings.TrimPrefix(info.GoVersion, "go"), license: "BSD-3-Clause"}
		library.purl = "pkg:golang/stdlib@" + library.version
		if library.folder, err = output("go", "env", "GOROOT"); err != nil {
			return nil, err
		}
		all[library.purl] = library
	}
	if err := findModules(all); err != nil {
		return nil, err
	}
	packages, err := npmParts("browser")
	if err != nil {
		return nil, err
	}
	for _, p := range slices.Concat(packages, excerpts) {
		all[p.purl] = p
	}
	var list []part
	for _, at := range slices.Sorted(maps.Keys(all)) {
		p := all[at]
		if p.license == "" {
			return nil, fmt.Errorf("the license of %s is unknown", p.purl)
		}
		list = append(list, p)
	}
	return list, nil
}

// goPart returns the part of a module, with the hash of go.sum.
func goPart(module *debug.Module) part {
	p := part{name: module.Path, version: module.Version, purl: "pkg:golang/" + module.Path + "@" + url.PathEscape(module.Version)}
	if text, found := strings.CutPrefix(module.Sum, "h1:"); found {
		if sum, err := base64.StdEncoding.DecodeString(text); err == nil {
			p.algorithm, p.hash = "SHA-256", hex.EncodeToString(sum)
		}
	}
	return p
}

// findModules fills in folder and license of the modules.
func findModules(all map[string]part) error {
	out, err := exec.Command("go", "list", "-m", "-json", "all").Output()
	if err != nil {
		return err
	}
	folders := map[string]string{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var module struct{ Path, Version, Dir string }
		if err := decoder.Decode(&module); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		folders[module.Path+"@"+module.Version] = module.Dir
	}
	for at, p := range all {
		if p.folder == "" {
			p.folder = folders[p.name+"@"+p.version]
		}
		if p.folder == "" {
			return fmt.Errorf("%s is not downloaded", p.purl)
		}
		if p.license == "" {
			texts, err := licenseFiles(p.folder)
			if err != nil {
				return err
			}
			for _, text := range texts {
				if p.license = licenseOf(string(text)); p.license != "" {
					break
				}
			}
		}
		all[at] = p
	}
	return nil
}

// npmParts returns the packages of the lock file in a folder.
func npmParts(folder string) ([]part, error) {
	data, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License, Integrity string
			Optional                    bool
			Dependencies                map[string]string
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, err
	}
	reaching := map[string]bool{}
	var add func(string)
	add = func(name string) {
		if reaching[name] {
			return
		}
		reaching[name] = true
		for other := range lock.Packages["node_modules/"+name].Dependencies {
			add(other)
		}
	}
	for _, name := range bundled {
		if _, exists := lock.Packages["node_modules/"+name]; !exists {
			return nil, fmt.Errorf("%s has no package %s", folder, name)
		}
		add(name)
	}
	var list []part
	for at, p := range lock.Packages {
		if at == "" || p.Version == "" {
			continue
		}
		_, name, _ := strings.Cut(at, "node_modules/")
		if i := strings.LastIndex(name, "node_modules/"); i >= 0 {
			name = name[i+len("node_modules/"):]
		}
		new := part{
			name: name, version: p.Version, license: p.License, folder: filepath.Join(folder, at),
			purl:  "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version,
			built: !reaching[name] || at != "node_modules/"+name,
		}
		if text, found := strings.CutPrefix(p.Integrity, "sha512-"); found {
			if sum, err := base64.StdEncoding.DecodeString(text); err == nil {
				new.algorithm, new.hash = "SHA-512", hex.EncodeToString(sum)
			}
		}
		list = append(list, new)
	}
	return list, nil
}

var licenseNames = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents)([-.].*)?$`)

func (p *part) licenseTexts() ([][]byte, error) {
	if p.licenseFile == "" {
		return licenseFiles(p.folder)
	}
	text, err := os.ReadFile(p.licenseFile)
	return [][]byte{text}, err
}

// licenseFiles returns the contents of the license files of a folder, by name.
func licenseFiles(folder string) ([][]byte, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for _, entry := range entries {
		if entry.Type().IsRegular() && licenseNames.MatchString(entry.Name()) {
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			texts = append(texts, text)
		}
	}
	return texts, nil
}

// licenseOf returns the SPDX identifier of a license text, "" if it is not one of
// those that Go modules usually have.
func licenseOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(words string) bool { return strings.Contains(text, words) }
	switch {
	case has("Apache License") && has("Version 2.0"):
		return "Apache-2.0"
	case has("Mozilla Public License") && has("2.0"):
		return "MPL-2.0"
	case has("Permission is hereby granted, free of charge"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software"), has("Permission to use, copy, modify, and distribute this software"):
		return "ISC"
	case has("Redistribution and use in source and binary forms") && (has("Neither the name") || has("may be used to endorse")):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	}
	return ""
}

// licenseTexts returns the licenses of the parts that reach the user, one after the
// other.
func licenseTexts(parts []part) ([]byte, error) {
	var out bytes.Buffer
	for _, p := range parts {
		if p.built {
			continue
		}
		texts, err := p.licenseTexts()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%s\n%s %s: %s\n\n", strings.Repeat("=", 78), p.name, p.version, p.license)
		for _, text := range texts {
			out.Write(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
			out.WriteString("\n\n")
		}
	}
	return out.Bytes(), nil
}

// bill returns the list of parts in the format CycloneDX 1.5.
func (r *release) bill(parts []part) ([]byte, error) {
	type object = map[string]any
	components := []object{}
	for _, p := range parts {
		c := object{
			"type": "library", "bom-ref": p.purl, "name": p.name, "version": p.version, "purl": p.purl,
			"scope": "required", "licenses": []object{licenseObject(p.license)},
		}
		if p.built {
			c["scope"] = "excluded"
		}
		// The hash of a Go module is that of a list of its files, not of an archive.
		if p.algorithm == "SHA-512" {
			c["hashes"] = []object{{"alg": p.algorithm, "content": p.hash}}
		} else if p.hash != "" {
			c["properties"] = []object{{"name": "go:sum:h1", "value": p.hash}}
		}
		components = append(components, c)
	}
	main := "pkg:generic/tafelrunde@" + url.PathEscape(r.number())
	sum := sha256.Sum256([]byte(r.version + r.commit + fmt.Sprint(components)))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a UUID of version 8
	return json.MarshalIndent(object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"serialNumber": fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]),
		"metadata": object{
			"timestamp": r.at.Format("2006-01-02T15:04:05Z"),
			"component": object{
				"type": "application", "bom-ref": main, "name": "tafelrunde", "version": r.number(), "purl": main,
				"licenses": []object{licenseObject("Apache-2.0")},
			},
		},
		"components": components,
	}, "", "  ")
}

// licenseObject returns an SPDX identifier or expression as in CycloneDX.
func licenseObject(expression string) map[string]any {
	if strings.ContainsAny(expression, " ()") {
		return map[string]any{"expression": expression}
	}
	return map[string]any{"license": map[string]any{"id": expression}}
}
