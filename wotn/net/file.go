package net

import (
	"bytes"
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
	// Residual says that the evaluation is that of package eval and what the network adds to it.
	Residual bool `json:"residual"`
	// By are the commands that made the data and the network, Version is the commit of the program.
	By      []string `json:"by"`
	Version string   `json:"version"`
	// Positions is the number of positions that it was trained with.
	Positions int `json:"positions"`
}

// A file is the line magic, the origin as JSON in a line, the weights in little-endian numbers, and the SHA-256 of
// all that.
const (
	magic   = "Tafelrunde network 2, 64 sums\n"
	maxFile = 1 << 20
)

// ErrFormat is part of every error of [Read] but those of reading.
var ErrFormat = errors.New("not a network of this version")

// Origin returns where the network comes from.
func (n *Network) Origin() Origin { return n.origin }

// weights are the parts of a network in the order of the file.
func (n *Network) weights() []any { return []any{&n.features, &n.bias, &n.output, &n.outputBias} }

// Write writes the network.
func (n *Network) Write(out io.Writer) error {
	var file bytes.Buffer
	file.WriteString(magic)
	if err := json.NewEncoder(&file).Encode(n.origin); err != nil {
		return err
	}
	for _, part := range n.weights() {
		if err := binary.Write(&file, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(file.Bytes())
	file.Write(sum[:])
	_, err := out.Write(file.Bytes())
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
	from := bytes.NewReader(rest)
	for _, part := range n.weights() {
		if err := binary.Read(from, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("%w: it ends too early: %v", ErrFormat, err)
		}
	}
	if from.Len() > 0 {
		return nil, fmt.Errorf("%w: %d bytes follow the weights", ErrFormat, from.Len())
	}
	if !n.inBounds() {
		return nil, fmt.Errorf("%w: a weight is too large", ErrFormat)
	}
	return n, nil
}

// Bounds of the weights. With 32 pieces no sum overflows, and the product of a sum and an output weight has 16 bits.
const (
	MaxFeature = 1.98
	MaxOutput  = 2

	maxOutputBias = 500
)

// newNetwork returns a network without weights.
func newNetwork(o Origin) *Network {
	n := &Network{origin: o}
	for _, v := range o.Variants {
		n.variants[v] = true
	}
	return n
}

// inBounds reports whether all weights are in their bounds.
func (n *Network) inBounds() bool {
	feature, output := int(math.Round(MaxFeature*One)), int16(MaxOutput*Unit)
	for _, r := range append(n.features[:], n.bias) {
		for _, x := range r {
			for lane := range lanes {
				if v := int(int16(x >> (16 * lane))); v < -feature || v > feature {
					return false
				}
			}
		}
	}
	for b := range n.output {
		for _, v := range n.output[b] {
			if v < -output || v > output {
				return false
			}
		}
		if v := n.outputBias[b]; v < -maxOutputBias*One*Unit || v > maxOutputBias*One*Unit {
			return false
		}
	}
	return true
}

// Quantize returns the network with these weights, rounded and cut to the bounds.
func (w *Weights) Quantize(o Origin) *Network {
	n := newNetwork(o)
	round := func(x float32, unit int, most float64) int64 {
		return int64(math.Round(max(-most, min(most, float64(x))) * float64(unit)))
	}
	toRow := func(r *row, from *[Hidden]float32) {
		for i, x := range from {
			r[i/lanes] |= uint64(uint16(round(x, One, MaxFeature))) << (16 * (i % lanes))
		}
	}
	for i := range n.features {
		toRow(&n.features[i], &w.Features[i])
	}
	toRow(&n.bias, &w.Bias)
	for b := range n.output {
		for i, x := range w.Output[b] {
			n.output[b][i] = int16(round(x, Unit, MaxOutput))
		}
		n.outputBias[b] = int32(round(w.OutputBias[b], One*Unit, maxOutputBias))
	}
	return n
}
