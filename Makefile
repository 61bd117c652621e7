# `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
# Tests need all processors. The parts of `make check` run side by side.
ifndef PARALLEL
.NOTPARALLEL:
endif

# The folder of XBoard and Stockfish in Debian.
export PATH := $(PATH):/usr/games

# What is built in one folder serves in every other: a fresh clone uses the cache.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)

ADDR ?= :8080
FUZZTIME ?= 2s
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)

WASM := browser/rules/built/tafelrunde.wasm
FRONT := internal/web/dist/app/index.html
# The diagrams in the rules, drawn for the page.
DIAGRAMS := browser/rulebook/built/diagrams.json
# Touched after the exercises of the lessons have been played.
LESSONS := out/lessons
# Touched after the browser tests have passed. They run again when the program, its page or they have changed.
BROWSER_TESTS := out/browser-tests
ICONS := browser/public/icon-192.png
NODE_MODULES := browser/node_modules/.package-lock.json
LIGHTHOUSE := scripts/lighthouse/node_modules/.package-lock.json
# Fairy-Stockfish, a reference for the moves of the pieces; for tests only.
FFISH := wotn/testdata/ffish/node_modules/.package-lock.json
# openapi-typescript needs TypeScript 5, the front end has 6.
API_TYPES := scripts/api-types/node_modules/.package-lock.json
# Clients of lichess's API, for tests only.
LICHESS := scripts/lichess-clients/node_modules/.package-lock.json

# The files of this module of which Go builds a program, with what it embeds. go.mod names the others.
go-files = go.mod $(patsubst $(CURDIR)/%,%,$(shell $(2) go list -deps -f '{{if and (not .Standard) .Module.Main}}{{$$folder := .Dir}}{{range .GoFiles}}{{$$folder}}/{{.}} {{end}}{{range .EmbedFiles}}{{$$folder}}/{{.}} {{end}}{{end}}' $(1)))

# The inputs of what is generated. They are listed when a target needs them.
INPUTS_wasm = $(call go-files,./cmd/tafelrunde-wasm,GOOS=js GOARCH=wasm)
INPUTS_diagrams = $(call go-files,./scripts/diagrams) $(wildcard docs/rules/*.md)
INPUTS_lessons = $(call go-files,./scripts/lessons) $(wildcard internal/lessons/files/data/*)
INPUTS_browser-tests = $(call go-files,./cmd/tafelrunde) browser/playwright.config.ts browser/package-lock.json $(shell find browser/tests -type f ! -path '*/results/*')
INPUTS_icons = $(call go-files,./scripts/icons) browser/public/icon.svg
INPUTS_front = scripts/prerender.mjs scripts/precompress.mjs wotn/net/default.net $(shell find browser docs/rules internal/lessons/files/data -type f \
	! -path '*/node_modules/*' ! -path 'browser/.svelte-check/*' ! -path 'browser/tests/*' ! -name '*.test.ts')

# Packages in which goroutines share data. `make test` runs their tests under the race
# detector, `make audit` those of all servers.
CONCURRENT := ./internal/host ./internal/jobs ./internal/store/sqlstore ./internal/web/core ./internal/web/matches ./internal/web/tables
CONCURRENT_ENGINES := ./wotn/uci ./wotn/engine ./wotn/xboard ./lab/matchplay

# Tests of ./cmd/tafelrunde in which whole servers serve many people, stop, die and share
# work. They run under the race detector; the others mostly wait for commands.
SERVERS := ^Test(NothingAcknowledgedIsLost|TournamentsSurviveKills|ServeFromStartToSignal|TheDatabaseMayRestart|AnyOfThreeServersMayGo|WorkersThinkForAServer)$$

# The path changes with scripts/module-path.
MODULE := $(shell go list -m)

# Under the race detector, SQLite (C translated to Go), the hashing of passwords, pictures
# and the search of engines are many times slower. So servers are tested with these built
# without it; it still watches the code that calls them.
UNWATCHED := modernc.org/... golang.org/x/crypto/argon2 golang.org/x/image/... image/... compress/flate \
	$(addprefix $(MODULE)/,internal/pictures wotn wotn/eval wotn/net wotn/search lancelot lancelot/search)
RACE := -race $(foreach package,$(UNWATCHED),'-gcflags=$(package)=-race=false -d=checkptr=0')

# Packages whose tests start servers, databases or programs, or search for long. `make
# check` leaves them out.
SLOW := ./cmd/tafelrunde ./cmd/tafelrunde-lab ./internal/host ./internal/lessons/files ./internal/web/... ./internal/store/sqlstore ./lancelot/search ./scripts

# Runs go test and lists the slowest and the skipped tests.
# `make check-go` runs go vet.
TESTREPORT := go run ./scripts/testreport -skips scripts/skips.txt -- -vet=off -timeout 30m

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

.PHONY: run
run: build ## build everything, start the program, print its address (ADDR=host:port)
	@exec bin/tafelrunde --addr '$(ADDR)'

.PHONY: build
build: front ## build the program with its front end: bin/tafelrunde
	go build -ldflags '-X main.version=$(VERSION)' -o bin/tafelrunde ./cmd/tafelrunde

.PHONY: lab
lab: ## build the program that makes and measures the engines: bin/tafelrunde-lab
	go build -o bin/tafelrunde-lab ./cmd/tafelrunde-lab

.PHONY: front
front: $(FRONT) ## build the front end into internal/web/dist/app

# Changes only if the version of Go, the list of the inputs or their content does, so that
# what depends on it is built then and only then.
out/inputs/%: always
	@mkdir -p $(@D)
	@{ go version; sha256sum $(sort $(INPUTS_$*)); } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.PHONY: always
always:

out/inputs/front: $(WASM) $(DIAGRAMS) $(ICONS)

$(FRONT): out/inputs/front | $(LESSONS) $(NODE_MODULES)
	cd browser && npm run --silent build
	node scripts/prerender.mjs $(@D)
	node scripts/precompress.mjs $(@D)
	@touch $@

# Writes the other icons too.
$(ICONS): out/inputs/icons
	go run ./scripts/icons browser/public
	@touch $@

$(NODE_MODULES): browser/package.json browser/package-lock.json
	cd browser && npm ci --no-audit --no-fund
	@touch $@

$(API_TYPES): scripts/api-types/package.json scripts/api-types/package-lock.json
	cd scripts/api-types && npm ci --no-audit --no-fund
	@touch $@

$(LICHESS): scripts/lichess-clients/package.json scripts/lichess-clients/package-lock.json
	cd scripts/lichess-clients && npm ci --no-audit --no-fund
	@touch $@

$(LIGHTHOUSE): scripts/lighthouse/package.json scripts/lighthouse/package-lock.json
	cd scripts/lighthouse && npm ci --no-audit --no-fund
	@touch $@

$(FFISH): wotn/testdata/ffish/package.json wotn/testdata/ffish/package-lock.json
	cd wotn/testdata/ffish && npm ci --no-audit --no-fund
	@touch $@

.PHONY: release
release: front ## build archives, Debian packages, checksums and SBOM of all platforms into out/release (VERSION=…)
	go run ./scripts/release --version '$(VERSION)' --out out/release

.PHONY: wasm
wasm: $(WASM) ## build the rules for the browser into browser/rules/built

.PHONY: lessons
lessons: $(LESSONS) ## play all exercises of the lessons

$(LESSONS): out/inputs/lessons
	@mkdir -p $(@D)
	go run ./scripts/lessons internal/lessons/files/data
	@touch $@

.PHONY: diagrams
diagrams: $(DIAGRAMS) ## draw the diagrams in the rules for the page, into browser/rulebook/built

$(DIAGRAMS): out/inputs/diagrams
	go run ./scripts/diagrams $@ docs/rules/*.md

$(WASM): out/inputs/wasm scripts/starts.mjs
	@mkdir -p $(@D)
	GOOS=js GOARCH=wasm go build -ldflags '-s -w' -o $@ ./cmd/tafelrunde-wasm
	cp -f "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(@D)/
	node scripts/starts.mjs $(@D)
	@touch $@

.PHONY: test
test: tools new-times checks test-browser test-others test-go slowest ## all checks and tests that a change must pass; about 15 minutes, 2 without a change

# Runs targets side by side, each of which leaves processors idle at times.
SIDE_BY_SIDE = @$(MAKE) --no-print-directory PARALLEL=1 -j 2 --output-sync=target

.PHONY: checks
checks:
	$(SIDE_BY_SIDE) check-go check-front test-front

.PHONY: test-others
test-others: front
	$(SIDE_BY_SIDE) test-wasm test-scripts

.PHONY: check
check: ## format, vet, types, lint and fast unit tests of both languages; about a minute
	$(SIDE_BY_SIDE) check-go check-front test-front test-short

.PHONY: test-short
test-short:
	go test -short $$(go list ./... | grep -vxF "$$(go list $(SLOW))")

.PHONY: audit
audit: audit-tools build lab test-long ## long checks before a release: fuzzing, large suites, all browser tests, kill rounds, reproducible builds, load
	scripts/fuzz 120s
	go test ./wotn -run TestFindFactors -find-factors
	for suite in wotn/testdata/*.perft lancelot/testdata/*.perft; do bin/tafelrunde perft --suite $$suite; done
	go test -count 1 ./wotn/record ./lancelot/record -run TestGeneratedRoundTrip -generated 10000
	go test ./wotn/record ./lancelot/record -run '^$$' -bench Linear -benchtime 1x
	go test -count 1 -timeout 6h ./internal/lessons/files -run TestHintsAreGoodMoves -hint-games 200
	bin/tafelrunde-lab puzzles verify --sample 100 internal/puzzles/collections/*.puzzles
	TAFELRUNDE_ROUNDS=100 go test -timeout 60m ./cmd/tafelrunde -run '^Test(NothingAcknowledgedIsLost|TournamentsSurviveKills)$$' -count 1
	cd browser && TAFELRUNDE_ALL_LOOKS=1 npm run --silent e2e
	scripts/lichess-clients/lichess-bot
	scripts/reproducible out/release
	scripts/check-package out/release
	scripts/check-unit out/release
	scripts/check-proxies
	scripts/vulnerabilities
	scripts/check-image out/release
	scripts/load

.PHONY: tools
tools: ## install the Debian packages that the tests need
	scripts/install-tools

.PHONY: audit-tools
audit-tools: ## install the Debian packages that the audit needs
	scripts/install-tools --audit

.PHONY: check-go
check-go: ## run gofmt, go vet and staticcheck
	@badly=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
		[ -z "$$badly" ] || { echo "gofmt would change:"; echo "$$badly"; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./cmd/tafelrunde-wasm
	go tool staticcheck ./...
	GOOS=js GOARCH=wasm $$(go tool -n staticcheck) ./cmd/tafelrunde-wasm

.PHONY: check-front
check-front: $(NODE_MODULES) $(WASM) ## run svelte-check and Biome
	cd browser && npm run --silent check
	cd browser && npm run --silent lint

.PHONY: test-front
test-front: $(NODE_MODULES) wasm diagrams ## run the unit tests of the front end
	cd browser && npm run --silent test

.PHONY: test-browser
test-browser: $(BROWSER_TESTS) ## play both games through the real page in Chromium, without the tests marked @audit

out/inputs/browser-tests: build

$(BROWSER_TESTS): out/inputs/browser-tests
	cd browser && npm run --silent e2e -- --grep-invert @audit
	@touch $@

.PHONY: fuzz
fuzz: ## run every fuzz target briefly (FUZZTIME=3s)
	scripts/fuzz $(FUZZTIME)

.PHONY: test-wasm
test-wasm: ## run the perft suites to full depth, both engines' benches and the network, compiled to WASM
	GOOS=js GOARCH=wasm go test -exec "$$(go env GOROOT)/lib/wasm/go_js_wasm_exec" -run Perft ./wotn ./lancelot
	GOOS=js GOARCH=wasm go test -exec "$$(go env GOROOT)/lib/wasm/go_js_wasm_exec" -run 'TestBench|TestTimeIsCheckedOften|FuzzEvaluator' ./lancelot/search ./wotn/search ./wotn/net

# Two of the parts need these packages with the race detector. Side by side each would compile them for itself.
.PHONY: test-go
test-go: $(FFISH) $(API_TYPES) $(LICHESS) ## run the Go tests, those of goroutines that share data under the race detector
	go build $(RACE) ./cmd/tafelrunde ./internal/...
	$(SIDE_BY_SIDE) test-servers test-concurrent test-packages

.PHONY: test-servers
test-servers:
	$(TESTREPORT) $(RACE) -run '$(SERVERS)' ./cmd/tafelrunde
	$(TESTREPORT) -skip '$(SERVERS)' ./cmd/tafelrunde ./docs

.PHONY: test-concurrent
test-concurrent:
	$(TESTREPORT) $(RACE) $(CONCURRENT)
	$(TESTREPORT) -race $(CONCURRENT_ENGINES)
	$(TESTREPORT) -race -run 'Threads$$' ./lancelot/search ./lab/solve

# The others run with samples of large suites and long searches. The scripts have a target
# of their own.
.PHONY: test-packages
test-packages:
	go test -tags purego ./wotn/net
	TAFELRUNDE_FFISH=1 $(TESTREPORT) -short $$(go list ./... | grep -vxF "$$(go list $(CONCURRENT) $(CONCURRENT_ENGINES) ./cmd/tafelrunde ./docs ./scripts)")

.PHONY: test-long
test-long: $(FFISH) $(API_TYPES) $(LICHESS) ## run all Go tests in full: large suites, long searches, all servers under the race detector
	TAFELRUNDE_FFISH=1 $(TESTREPORT) ./...
	$(TESTREPORT) $(RACE) ./cmd/tafelrunde ./internal/web/...

# Each part appends its slowest tests to this file.
TEST_TIMES := $(CURDIR)/out/test-times
export TEST_TIMES

.PHONY: new-times
new-times:
	@mkdir -p out && rm -f '$(TEST_TIMES)'

.PHONY: slowest
slowest: ## list the ten slowest tests of the last run of all parts
	@echo 'slowest tests of all parts:' && sort -rn '$(TEST_TIMES)' | sed -n 1,10p

.PHONY: test-scripts
test-scripts: front ## test the scripts and the commit messages; publishing under another module path only in the audit
	scripts/check-commits
	go test -short ./scripts

.PHONY: api-types
api-types: $(API_TYPES) ## generate the TypeScript types of the API and the table of permissions
	go test ./internal/web -run "TestAPITypesAreCurrent|TestRolesAndRoutes|TestEveryOperationDeclaresItsBounds" -count 1 -api-types

.PHONY: rules-types
rules-types: ## write the types of the browser's rules and the table of kinds, browser/rules/*.gen.ts
	go test ./cmd/tafelrunde-wasm/calls -run "TestTypesAreCurrent|TestKindsAreCurrent" -count 1 -rules-types

.PHONY: bench
bench: ## run the benchmarks of all Go packages
	go test -run '^$$' -bench . ./...

.PHONY: measure
measure: ## compare the speed of the move generator with Stockfish's, into docs/lab/perft.md
	scripts/perft-beside-stockfish

.PHONY: lighthouse
lighthouse: build $(LIGHTHOUSE) ## measure pages with Lighthouse; nothing else should run
	node scripts/lighthouse.mjs

.PHONY: pictures
pictures: build $(NODE_MODULES) ## take the pictures of the README from the running program
	node scripts/pictures.mjs

.PHONY: screenshots
screenshots: build $(NODE_MODULES) ## take screenshots of every page at five sizes, into out/screenshots (SCHEME=dark, SPEECH=de, PAGES=home,lobby)
	SCHEME='$(SCHEME)' SPEECH='$(SPEECH)' PAGES='$(PAGES)' node scripts/screenshots.mjs

.PHONY: fmt
fmt: $(NODE_MODULES) ## format all code
	gofmt -w $$(git ls-files -co --exclude-standard '*.go')
	cd browser && npm run --silent format

.PHONY: clean
clean: ## remove everything that was built
	rm -rf bin out internal/web/dist/app browser/node_modules browser/.svelte-check browser/rules/built browser/rulebook/built browser/public/*.png wotn/testdata/ffish/node_modules scripts/api-types/node_modules scripts/lichess-clients/node_modules scripts/lighthouse/node_modules
