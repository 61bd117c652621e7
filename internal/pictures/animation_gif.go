package pictures

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"
	"io"
	"time"
)

// gifWriter writes an animated GIF frame by frame. image/gif needs all frames of an
// animation in memory.
type gifWriter struct {
	w *bufio.Writer
}

// transparent is the index of the color that leaves a pixel as it was.
const transparent = 255

// newGIF writes the head of an animation that repeats for ever. All frames share a
// palette of at most 255 colors.
func newGIF(w io.Writer, size image.Point, palette []color.RGBA) *gifWriter {
	g := &gifWriter{bufio.NewWriter(w)}
	g.w.WriteString("GIF89a")
	g.numbers(size.X, size.Y)
	g.w.Write([]byte{0xf7, 0, 0}) // a global palette of 256 colors
	var colors [256 * 3]byte
	for i, c := range palette {
		copy(colors[3*i:], []byte{c.R, c.G, c.B})
	}
	g.w.Write(colors[:])
	g.w.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01")
	g.numbers(0)
	g.w.WriteByte(0)
	return g
}

func (g *gifWriter) numbers(all ...int) {
	for _, n := range all {
		g.w.Write(binary.LittleEndian.AppendUint16(nil, uint16(n)))
	}
}

// frame writes a frame, which is shown for some time. It covers the rectangle of the
// image only.
func (g *gifWriter) frame(m *image.Paletted, shown time.Duration) error {
	g.w.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // keep the frame below; one color is transparent
	g.numbers(int(shown / (10 * time.Millisecond)))
	g.w.Write([]byte{transparent, 0, 0x2c})
	g.numbers(m.Rect.Min.X, m.Rect.Min.Y, m.Rect.Dx(), m.Rect.Dy())
	g.w.Write([]byte{0, 8})
	blocks := &blockWriter{w: g.w}
	pixels := lzw.NewWriter(blocks, lzw.LSB, 8)
	for y := range m.Rect.Dy() {
		if _, err := pixels.Write(m.Pix[y*m.Stride : y*m.Stride+m.Rect.Dx()]); err != nil {
			return err
		}
	}
	if err := pixels.Close(); err != nil {
		return err
	}
	blocks.flush()
	return g.w.WriteByte(0)
}

// close writes the end of the animation.
func (g *gifWriter) close() error {
	g.w.WriteByte(0x3b)
	return g.w.Flush()
}

// blockWriter divides data into the blocks of a GIF: their length, then at most 255
// bytes.
type blockWriter struct {
	w     *bufio.Writer
	block [255]byte
	used  int
}

func (b *blockWriter) Write(data []byte) (int, error) {
	for i, c := range data {
		b.block[b.used] = c
		if b.used++; b.used == len(b.block) {
			if err := b.flush(); err != nil {
				return i, err
			}
		}
	}
	return len(data), nil
}

func (b *blockWriter) flush() error {
	if b.used == 0 {
		return nil
	}
	b.w.WriteByte(byte(b.used))
	_, err := b.w.Write(b.block[:b.used])
	b.used = 0
	return err
}
