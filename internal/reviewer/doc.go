// Package reviewer reviews finished games on the server, for people whose devices are
// slow: it makes the searches of the review that a page otherwise makes itself, with the
// same number of nodes. The page classifies the moves by their results, as it does with
// its own.
package reviewer
