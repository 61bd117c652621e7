package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A member of the gzip file (RFC 1952) is a block. Its header has a field with the size of the
// member, so that a damaged one can be passed over.
const (
	sizeAt     = 16 // the size in the member, 4 bytes, little-endian
	headerSize = 20
	// maxMember and maxLines bound a block, compressed and not.
	maxMember = 1 << 20
	maxLines  = 1 << 20
)

// header is the beginning of each member up to the size: no name, no time, one extra field TR.
var header = []byte{0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 'T', 'R', 4, 0}

// pack returns the member with some lines.
func pack(lines []byte) ([]byte, error) {
	if len(lines) > maxLines {
		return nil, fmt.Errorf("a block of %d bytes; at most %d", len(lines), maxLines)
	}
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	w.Extra = append(bytes.Clone(header[12:]), 0, 0, 0, 0)
	if _, err := w.Write(lines); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	data := member.Bytes()
	if !bytes.HasPrefix(data, header) {
		return nil, errors.New("the header of a gzip member has another form")
	}
	binary.LittleEndian.PutUint32(data[sizeAt:], uint32(len(data)))
	return data, nil
}

// sizeOf returns the size of the member whose header begins data, 0 if none does.
func sizeOf(data []byte) int {
	if len(data) < headerSize || !bytes.HasPrefix(data, header) {
		return 0
	}
	if n := binary.LittleEndian.Uint32(data[sizeAt:]); n > headerSize && n <= maxMember {
		return int(n)
	}
	return 0
}

// unpack returns the lines of a member.
func unpack(member []byte) ([]byte, error) {
	rest := bytes.NewReader(member)
	r, err := gzip.NewReader(rest)
	if err != nil {
		return nil, err
	}
	r.Multistream(false)
	lines, err := io.ReadAll(io.LimitReader(r, maxLines+1))
	switch {
	case err == nil && len(lines) > maxLines:
		err = fmt.Errorf("a block of more than %d bytes", maxLines)
	case err == nil && rest.Len() > 0:
		err = errors.New("the block has another size")
	}
	return lines, err
}
