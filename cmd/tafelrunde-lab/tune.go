package main

import "tafelrunde/internal/cli"

// tuneCommand makes datasets by self-play and fits the evaluation's weights to them.
type tuneCommand struct {
	cli.GameFlag

	Play    tunePlayCommand    `cmd:"" help:"Play the engine against itself and append samples, positions with their expected result, to a file."`
	Fit     tuneFitCommand     `cmd:"" help:"Fit the evaluation's weights to samples by logistic regression and print them."`
	Rescore tuneRescoreCommand `cmd:"" group:"wotn" help:"Replace the expected results of samples by those of a deeper search."`
	Values  tuneValuesCommand  `cmd:"" group:"wotn" help:"Print the mean value of each kind of piece in samples."`
	Results tuneResultsCommand `cmd:"" group:"wotn" help:"Play the engine against itself and append scores with the results of their games to a file."`
	Share   tuneShareCommand   `cmd:"" group:"wotn" help:"Fit how often each score wins, draws and loses to the samples of tune results, and print a report."`
	Order   tuneOrderCommand   `cmd:"" group:"lancelot" help:"Train the order in which the solver tries turns and print it as Go source."`
}
