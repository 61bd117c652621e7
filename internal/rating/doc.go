// Package rating measures how strong players are by their results: Glicko-2
// for two seats ([Glicko]) and Plackett-Luce for three to five ([Skill]). It
// is pure: times are passed in.
//
// Sources: Mark E. Glickman, "Example of the Glicko-2 system" (2013); Ruby C.
// Weng and Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking"
// (JMLR 12, 2011), algorithm 4.
package rating
