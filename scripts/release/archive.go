package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	content []byte
	mode    int64
}

// archive writes the archive of a platform: a zip file for Windows, otherwise a
// compressed tar file.
func (r *release) archive(platform string, program []byte, common map[string][]byte) error {
	name := "tafelrunde-" + r.number() + "-" + strings.ReplaceAll(platform, "/", "-")
	files := map[string]file{}
	for at, content := range common {
		files[name+"/"+at] = file{content, 0o644}
	}
	windows := strings.HasPrefix(platform, "windows/")
	if windows {
		files[name+"/tafelrunde.exe"] = file{program, 0o755}
	} else {
		files[name+"/tafelrunde"] = file{program, 0o755}
	}
	data, extension, err := []byte(nil), ".tar.gz", error(nil)
	if windows {
		extension = ".zip"
		data, err = zipped(files, r.at)
	} else {
		data, err = tarred(files, r.at)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, name+extension), data, 0o644)
}

// zipped returns a zip archive of files.
func zipped(files map[string]file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
		header.SetMode(os.FileMode(files[name].mode))
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name].content); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// tarred returns a compressed tar archive of files and their folders, which belong
// to root.
func tarred(files map[string]file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(packed)
	written := map[string]bool{}
	var folder func(name string) error
	// folder writes the folder of a file or folder, unless it is written.
	folder = func(name string) error {
		end := strings.LastIndex(name, "/")
		if end < 0 || written[name[:end]] {
			return nil
		}
		name = name[:end]
		written[name] = true
		if err := folder(name); err != nil {
			return err
		}
		return archive.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, Uname: "root", Gname: "root", ModTime: at, Format: tar.FormatGNU})
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := folder(name); err != nil {
			return nil, err
		}
		f := files[name]
		err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: f.mode, Size: int64(len(f.content)), Uname: "root", Gname: "root", ModTime: at, Format: tar.FormatGNU})
		if err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = packed.Close()
	return out.Bytes(), err
}
