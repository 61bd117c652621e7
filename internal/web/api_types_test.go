package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"tafelrunde/internal/testkit/webtest"
)

var updateAPITypes = flag.Bool("api-types", false, "write browser/server/api.gen.ts and docs/formats/permissions.md")

// TestAPITypesAreCurrent generates the TypeScript types of the API from the OpenAPI
// document, and compares them with the committed file.
func TestAPITypesAreCurrent(t *testing.T) {
	const committed = "../../browser/server/api.gen.ts"
	tool, err := filepath.Abs("../../scripts/api-types")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(tool, "node_modules/openapi-typescript/bin/cli.js")
	if _, err := os.Stat(program); err != nil {
		const missing = "openapi-typescript is not installed: run npm ci in scripts/api-types"
		if os.Getenv("CI") != "" || *updateAPITypes {
			t.Fatal(missing)
		}
		// `make test` installs it; `go test ./...` needs only Go.
		t.Skip(missing)
	}
	document, err := json.Marshal(webtest.Serve(t).API.Spec)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	in, out := filepath.Join(folder, "openapi.json"), filepath.Join(folder, "api.gen.ts")
	if err := os.WriteFile(in, document, 0o644); err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", program, in, "-o", out, "--alphabetize")
	node.Dir = tool
	if text, err := node.CombinedOutput(); err != nil {
		t.Fatalf("openapi-typescript: %v\n%s", err, text)
	}
	want, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if *updateAPITypes {
		if err := os.WriteFile(committed, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(committed); err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s does not agree with the OpenAPI document: run make api-types", committed)
	}
}

// TestEmptyListsAreArrays requests lists without elements; each response is
// compared with the OpenAPI document, where they are not null.
func TestEmptyListsAreArrays(t *testing.T) {
	ann := webtest.Serve(t).Guest("Ann")
	lists := []string{"/api/lobby", "/api/me/matches", "/api/me/blocks", "/api/me/export",
		"/api/people/" + ann.ID, "/api/people/" + ann.ID + "/games", "/api/people/" + ann.ID + "/ratings"}
	for _, path := range lists {
		ann.Want(200, "GET", path, nil, nil)
	}
	id := ann.Open(webtest.WotnTable(func(webtest.Object) {}))
	for _, path := range []string{"/api/matches/" + id, "/api/matches/" + id + "/games", "/api/me/matches", "/api/lobby"} {
		ann.Want(200, "GET", path, nil, nil)
	}
	ann.Want(200, "POST", "/api/account", webtest.Object{"name": "Ann", "password": "correct horse"}, nil)
	for _, path := range append(lists, "/api/tokens", "/api/me/passkeys") {
		ann.Want(200, "GET", path, nil, nil)
	}
}
