// Package analysis presents what the engines found about a position: as JSON, as
// tables, and for Lancelot as sentences in English and German.
package analysis
