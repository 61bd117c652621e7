package training

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"tafelrunde/lab/dataset"
)

// Append runs jobs numbered from 0 in several goroutines, at most one a processor, and appends
// the records that they return to a dataset, whose origin is the command by. It returns the number
// of records. newWorker is called once a goroutine. onJob, called after each job, may be nil.
func Append(name, by string, jobs, threads int, newWorker func() func(job int) []dataset.Record, onJob func()) (count int, err error) {
	out, err := dataset.Append(name, by, nil)
	if err != nil {
		return 0, err
	}
	return appendRecords(context.Background(), out, Part{0, 1, jobs}, nil, threads, newWorker, onJob)
}

// appendRecords runs the jobs of a part that are not done yet, as [Append] does, and closes the writer. If the context is done or a
// record cannot be stored, it starts no more jobs and returns the error. After the latter it stores nothing more, because the end of
// the file may be damaged.
func appendRecords(ctx context.Context, out *dataset.Writer, part Part, done map[int]bool, threads int, newWorker func() func(job int) []dataset.Record, onJob func()) (count int, err error) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	numbers, results := make(chan int), make(chan []dataset.Record)
	var workers sync.WaitGroup
	for range max(1, min(threads, runtime.NumCPU())) {
		workers.Go(func() {
			work := newWorker()
			for job := range numbers {
				results <- work(job)
			}
		})
	}
	go func() {
		defer func() {
			close(numbers)
			workers.Wait()
			close(results)
		}()
		for job := part.First; job < part.Games; job += part.Step {
			if done[job] {
				continue
			}
			select {
			case numbers <- job:
			case <-running.Done():
				return
			}
		}
	}()
	for result := range results {
		for i := range result {
			if err == nil {
				if err = out.Add(&result[i]); err == nil {
					count++
				}
			}
		}
		if err != nil {
			stop()
		}
		if onJob != nil {
			onJob()
		}
	}
	return count, errors.Join(err, ctx.Err(), out.Close())
}

// readSamples calls add with each position of a dataset, whose rules must be these. It writes what
// is damaged to notes.
func readSamples(name, rules string, notes io.Writer, add func(r *dataset.Record) error) error {
	return dataset.Read(name, notes, func(_ dataset.Origin, r *dataset.Record) error {
		switch {
		case r.Rules != rules:
			return fmt.Errorf("the rules are %s, not %s", r.Rules, rules)
		case r.Moves != "" || r.Expected == nil:
			return errors.New("no position with expected points")
		}
		return add(r)
	})
}

// readWeights returns the weights in a file, or those of preset if name is empty.
func readWeights[W any](name string, preset func() W, parse func(text string) (W, error)) (W, error) {
	if name == "" {
		return preset(), nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		var none W
		return none, err
	}
	weights, err := parse(string(text))
	if err != nil {
		return weights, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}

// WriteText writes text to a file, or to out if name is empty.
func WriteText(out io.Writer, name, text string) error {
	if name == "" {
		_, err := io.WriteString(out, text)
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
