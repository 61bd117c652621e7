package net

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
	"io"
	"math"
	"strconv"
	"strings"

	"tafelrunde/wotn"
)

// Origin says what a network is for and where it comes from.
type Origin struct {
	// Variants are the variants that it is for.
	Variants []wotn.Variant
	// Positions is the number of positions that it was trained with.
	Positions int
	// Version is the commit of the program, By are the commands that made the data and the network.
	Version string
	By      []string
}

// A file is a line with the version of the form, the origin as lines of a name and a value, an empty line, the weights as numbers of
// variable length (see [binary.AppendVarint]), and the Adler-32 checksum of all that in four bytes, the lowest first.
const (
	magic   = "Tafelrunde network 4, 32 sums\n"
	maxFile = 1 << 20
)

// text returns the lines of the origin.
func (o *Origin) text() string {
	var b strings.Builder
	b.WriteString("variants")
	for _, v := range o.Variants {
		b.WriteString(" " + v.String())
	}
	b.WriteString("\npositions " + strconv.Itoa(o.Positions) + "\nversion " + o.Version + "\n")
	for _, by := range o.By {
		b.WriteString("by " + by + "\n")
	}
	return b.String()
}

// parse reads the lines of an origin.
func (o *Origin) parse(text string) error {
	for _, line := range strings.Split(text, "\n") {
		var err error
		name, value, _ := strings.Cut(line, " ")
		switch name {
		case "variants":
			for _, v := range strings.Fields(value) {
				variant, wrong := wotn.ParseVariant(v)
				err = errors.Join(err, wrong)
				o.Variants = append(o.Variants, variant)
			}
		case "positions":
			o.Positions, err = strconv.Atoi(value)
		case "version":
			o.Version = value
		case "by":
			o.By = append(o.By, value)
		default:
			err = fmt.Errorf("unknown line %q", line)
		}
		if err != nil {
			return err
		}
	}
	if len(o.Variants) == 0 {
		return errors.New("it has no variants")
	}
	return nil
}

// ErrFormat is part of every error of [Parse].
var ErrFormat = errors.New("not a network of this version")

// Origin returns where the network comes from.
func (n *Network) Origin() Origin { return n.origin }

// lists calls do with each list of 16-bit weights in the order of the file, and the bound of their absolute values. outputBias follows them.
func (n *Network) lists(do func(list []int16, most int16) error) error {
	for f := range n.features {
		if err := do(n.features[f][:], mostFeature); err != nil {
			return err
		}
	}
	if err := do(n.bias[:], mostFeature); err != nil {
		return err
	}
	for b := range n.output {
		if err := do(n.output[b][:], mostOutput); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the network. It fails if the file would be larger than [Parse] allows.
func (n *Network) Write(out io.Writer) error {
	data := []byte(magic + n.origin.text() + "\n")
	_ = n.lists(func(list []int16, _ int16) error {
		for _, x := range list {
			data = binary.AppendVarint(data, int64(x))
		}
		return nil
	})
	for _, x := range n.outputBias {
		data = binary.AppendVarint(data, int64(x))
	}
	data = binary.LittleEndian.AppendUint32(data, adler32.Checksum(data))
	if len(data) > maxFile {
		return fmt.Errorf("the network has %d bytes, more than %d", len(data), maxFile)
	}
	_, err := out.Write(data)
	return err
}

// Parse returns the network of a file. It refuses one that is damaged, or of another version.
func Parse(file []byte) (*Network, error) {
	if len(file) > maxFile {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrFormat, maxFile)
	}
	body := file[:max(0, len(file)-adler32.Size)]
	text, isNet := bytes.CutPrefix(body, []byte(magic))
	if !isNet {
		return nil, fmt.Errorf("%w: it begins with another line", ErrFormat)
	}
	if adler32.Checksum(body) != binary.LittleEndian.Uint32(file[len(body):]) {
		return nil, fmt.Errorf("%w: the checksum of its %d bytes is wrong", ErrFormat, len(file))
	}
	head, rest, _ := bytes.Cut(text, []byte("\n\n"))
	var origin Origin
	if err := origin.parse(string(head)); err != nil {
		return nil, fmt.Errorf("%w: the origin: %v", ErrFormat, err)
	}
	n := newNetwork(origin)
	at := 0
	next := func(most int64) (int64, error) {
		x, size := binary.Varint(rest[at:])
		switch {
		case size <= 0:
			return 0, fmt.Errorf("%w: a weight is cut off or too long", ErrFormat)
		case x < -most || x > most:
			return 0, fmt.Errorf("%w: the weight %d is not from %d to %d", ErrFormat, x, -most, most)
		}
		at += size
		return x, nil
	}
	err := n.lists(func(list []int16, most int16) error {
		for i := range list {
			// Fast, since the page waits: most weights have one byte, from -64 to 63, which is within all bounds.
			if at < len(rest) && rest[at] < 0x80 {
				list[i] = int16(rest[at]>>1) ^ -int16(rest[at]&1)
				at++
				continue
			}
			x, err := next(int64(most))
			if err != nil {
				return err
			}
			list[i] = int16(x)
		}
		return nil
	})
	for b := range n.outputBias {
		if err != nil {
			break
		}
		var x int64
		x, err = next(mostOutputBias)
		n.outputBias[b] = int32(x)
	}
	if err != nil {
		return nil, err
	}
	if at < len(rest) {
		return nil, fmt.Errorf("%w: %d bytes follow the weights", ErrFormat, len(rest)-at)
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
