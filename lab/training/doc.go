// Package training makes the datasets for tuning the evaluations of both games, by
// self-play of the engines, and fits weights to them.
//
// A dataset is a text file with one sample a line: a position, " | " and the
// expected result, from 0 to 1: in Way of the Knight for the side to move, in
// Lancelot for each seat, with commas between. The optimization itself is in
// packages wotn/eval, lancelot/search and lab/solve.
package training
