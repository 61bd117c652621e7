package net

import (
	"bufio"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"tafelrunde/wotn"
)

// Origin says what a network is for and where it comes from.
type Origin struct {
	// Variants are the variants that it is for.
	Variants []wotn.Variant `json:"variants"`
	// By are the commands that made the data and the network, Version is the commit of the program.
	By      []string `json:"by"`
	Version string   `json:"version"`
	// Positions is the number of positions that it was trained with.
	Positions int `json:"positions"`
}

// A file is the line magic, the origin as JSON in a line, the weights as numbers of variable length
// (see [binary.AppendVarint]) compressed by package flate, and the SHA-256 of all that.
const (
	magic   = "Tafelrunde network 3, 32 sums\n"
	maxFile = 1 << 20
)

// ErrFormat is part of every error of [Read] but those of reading.
var ErrFormat = errors.New("not a network of this version")

// Origin returns where the network comes from.
func (n *Network) Origin() Origin { return n.origin }

// weights calls do with each weight in the order of the file, and stores what it returns. If do returns an error, so does weights.
func (n *Network) weights(do func(old, most int64) (int64, error)) error {
	each := func(list []int16, most int64) error {
		for i, old := range list {
			x, err := do(int64(old), most)
			if err != nil {
				return err
			}
			list[i] = int16(x)
		}
		return nil
	}
	for f := range n.features {
		if err := each(n.features[f][:], mostFeature); err != nil {
			return err
		}
	}
	if err := each(n.bias[:], mostFeature); err != nil {
		return err
	}
	for b := range n.output {
		if err := each(n.output[b][:], mostOutput); err != nil {
			return err
		}
	}
	for b, old := range n.outputBias {
		x, err := do(int64(old), mostOutputBias)
		if err != nil {
			return err
		}
		n.outputBias[b] = int32(x)
	}
	return nil
}

// Write writes the network. It fails if the file would be larger than [Read] allows.
func (n *Network) Write(out io.Writer) error {
	var file bytes.Buffer
	file.WriteString(magic)
	if err := json.NewEncoder(&file).Encode(n.origin); err != nil {
		return err
	}
	compressed, err := flate.NewWriter(&file, flate.BestCompression)
	if err != nil {
		return err
	}
	var number []byte
	err = n.weights(func(x, _ int64) (int64, error) {
		number = binary.AppendVarint(number[:0], x)
		_, err := compressed.Write(number)
		return x, err
	})
	if err := errors.Join(err, compressed.Close()); err != nil {
		return err
	}
	sum := sha256.Sum256(file.Bytes())
	file.Write(sum[:])
	if file.Len() > maxFile {
		return fmt.Errorf("the network has %d bytes, more than %d", file.Len(), maxFile)
	}
	_, err = out.Write(file.Bytes())
	return err
}

// Open reads a network from a regular file, as [Read] does.
func Open(name string) (*Network, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// Read reads a network. It refuses a file that is damaged, or of another version.
func Read(in io.Reader) (*Network, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrFormat, maxFile)
	}
	body := data[:max(0, len(data)-sha256.Size)]
	text, isNet := bytes.CutPrefix(body, []byte(magic))
	if !isNet {
		return nil, fmt.Errorf("%w: it begins with another line", ErrFormat)
	}
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], data[len(body):]) {
		return nil, fmt.Errorf("%w: the checksum of its %d bytes is wrong", ErrFormat, len(data))
	}
	var origin Origin
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	if err := json.Unmarshal(line, &origin); err != nil {
		return nil, fmt.Errorf("%w: the origin: %v", ErrFormat, err)
	}
	// A text instead of a list is read as the bytes of the list, without a check.
	if len(origin.Variants) == 0 || slices.Max(origin.Variants) >= wotn.NumVariants {
		return nil, fmt.Errorf("%w: the origin has no variants, or unknown ones", ErrFormat)
	}
	n := newNetwork(origin)
	compressed := bytes.NewReader(rest)
	from := bufio.NewReader(flate.NewReader(compressed))
	err = n.weights(func(_, most int64) (int64, error) {
		x, err := binary.ReadVarint(from)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%w: the weights: %v", ErrFormat, err)
		case x < -most || x > most:
			return 0, fmt.Errorf("%w: the weight %d is not from %d to %d", ErrFormat, x, -most, most)
		}
		return x, nil
	})
	if err != nil {
		return nil, err
	}
	switch _, err := from.ReadByte(); {
	case err == nil || compressed.Len() > 0:
		return nil, fmt.Errorf("%w: something follows the weights", ErrFormat)
	case err != io.EOF:
		return nil, fmt.Errorf("%w: the weights: %v", ErrFormat, err)
	}
	n.makeRows()
	return n, nil
}

// Bounds of the weights. With 32 pieces no sum overflows, and the product of a sum and an output weight has 16 bits.
const (
	MaxFeature = 1.96
	MaxOutput  = 2

	mostFeature    = 500 // MaxFeature*One; (2*32+1)*500 has 15 bits
	mostOutput     = MaxOutput * Unit
	mostOutputBias = 500 * One * Unit
)

// newNetwork returns a network without weights.
func newNetwork(o Origin) *Network {
	n := &Network{origin: o}
	for _, v := range o.Variants {
		n.variants[v] = true
	}
	return n
}

// Quantize returns the network with these weights, rounded and cut to the bounds.
func (w *Weights) Quantize(o Origin) *Network {
	n := newNetwork(o)
	round := func(x float32, unit int, most int64) int64 {
		return max(-most, min(most, int64(math.Round(float64(x)*float64(unit)))))
	}
	for i := range w.Features {
		for k, x := range w.Features[i] {
			n.features[i][k] = int16(round(x, One, mostFeature))
		}
	}
	for i, x := range w.Bias {
		n.bias[i] = int16(round(x, One, mostFeature))
	}
	for b := range w.Output {
		for i, x := range w.Output[b] {
			n.output[b][i] = int16(round(x, Unit, mostOutput))
		}
		n.outputBias[b] = int32(round(w.OutputBias[b], One*Unit, mostOutputBias))
	}
	n.makeRows()
	return n
}
