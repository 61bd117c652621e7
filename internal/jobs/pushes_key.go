package jobs

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
)

// NewPushKey returns a private key for signing pushes (P-256, RFC 8292), in base64url.
func NewPushKey() (string, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(key.Bytes()), nil
}

// PublicPushKey returns the public key of a private one, as browsers need it: a point without
// compression, in base64url.
func PublicPushKey(private string) (string, error) {
	bytes, err := base64.RawURLEncoding.DecodeString(private)
	if err != nil {
		return "", fmt.Errorf("the key of pushes is not base64url: %w", err)
	}
	key, err := ecdh.P256().NewPrivateKey(bytes)
	if err != nil {
		return "", fmt.Errorf("the key of pushes: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), nil
}
