package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
)

// roleRefusals are the codes that say that somebody with another role may send the
// request.
var roleRefusals = []string{"no-session", "account-needed", "role", "bot-needed", "pair-bot", "token"}

// permissionsHead begins docs/formats/permissions.md.
const permissionsHead = `# Who may do what

A test sends every request of the HTTP interface in every role and compares the answers with this table; ` + "`make api-types`" + `
writes it. "yes" means that the role is permitted: a request can still be refused, for example because a table is
private, somebody else is to move, or the identity must be confirmed first. Nobody needs a role for the metrics, which have an
[address of their own](../operating.md#health-and-metrics).

A visitor has no session. A guest has a session without an account. A user has an account, a bot the
[account of a program](bots.md). The last column is the scope that a token needs; ` + "`none`" + ` means that tokens do not
permit the request, ` + "`any`" + ` that it is for tokens only.

`

// TestRolesAndRoutes sends a request for every route in every role. The table of the
// document must have exactly these routes and answers, and those of the administration,
// and no others, declare the role that they need.
func TestRolesAndRoutes(t *testing.T) {
	const document = "../../docs/formats/permissions.md"
	s := webtest.Serve(t)
	table := s.Guest("Owner").Open(webtest.WotnTable(nil))
	roles := []struct {
		name string
		role store.Role
		*webtest.Browser
	}{
		{"visitor", store.User, s.Visitor()}, {"guest", store.User, s.Guest("Guest")}, {"user", store.User, s.Member("User")}, {"bot", store.User, s.Bot("Robot")},
		{"moderator", store.Moderator, s.Staff("Mod", store.Moderator)}, {"administrator", store.Administrator, s.Staff("Boss", store.Administrator)},
	}
	for _, r := range roles {
		if r.name != "visitor" && r.name != "bot" {
			r.Open(webtest.WotnTable(nil)) // a person who has played does not become a bot
		}
	}
	rows := make(map[string]string)
	for _, c := range webtest.PermissionCases() {
		path := strings.NewReplacer("PUBLIC", table, "PRIVATE", table).Replace(c.Path)
		op := webtest.Described(s.API.Spec, c.Method, path)
		invalid := c.Stranger == 422 && op.OperationID == "openTable" // before the role matters
		if rows[op.OperationID] != "" || invalid {
			continue
		}
		s.API.App.Limits = core.Limits{} // which are tested elsewhere
		declared, _ := core.BoundsOf(op)
		if needed := declared.Role != store.User; needed != strings.HasPrefix(op.Path, "/api/admin/") {
			t.Errorf("%s declares the role %q", op.OperationID, declared.Role)
		}
		row := fmt.Sprintf("| `%s %s` |", op.Method, op.Path)
		for _, r := range roles {
			resp := r.Request(c.Method, path, c.Body)
			cell := " yes |"
			if resp.StatusCode == 401 || resp.StatusCode == 403 {
				var refusal struct{ Code string }
				text, err := io.ReadAll(resp.Body)
				if err != nil || json.Unmarshal(text, &refusal) != nil {
					t.Errorf("%s %s as %s: %s, %v", c.Method, c.Path, r.name, text, err)
				}
				if slices.Contains(roleRefusals, refusal.Code) {
					cell = " – |"
				}
			}
			resp.Body.Close()
			if permitted := r.role.Includes(declared.Role); declared.Role != store.User && permitted != (cell == " yes |") {
				t.Errorf("%s declares the role %q, and permits %s:%s", op.OperationID, declared.Role, r.name, cell)
			}
			row += cell
		}
		rows[op.OperationID] = row + fmt.Sprintf(" `%s` |\n", core.RouteScopes[op.OperationID])
	}
	var all []string
	for path, item := range s.API.Spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			if rows[op.OperationID] == "" {
				t.Errorf("no request tests who may %s %s (%s); add one to permissionCases", op.Method, path, op.OperationID)
				continue
			}
			all = append(all, path+" "+op.Method+"\x00"+rows[op.OperationID])
		}
	}
	slices.Sort(all)
	text := permissionsHead + "| request |"
	for _, r := range roles {
		text += " " + r.name + " |"
	}
	text += " scope |\n|" + strings.Repeat(" --- |", len(roles)+2) + "\n"
	for _, row := range all {
		_, row, _ = strings.Cut(row, "\x00")
		text += row
	}
	if *updateAPITypes {
		if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) == text {
		return
	}
	old := strings.Split(string(have), "\n")
	for _, line := range strings.Split(text, "\n") {
		if !slices.Contains(old, line) {
			t.Errorf("%s lacks: %s", document, line)
		}
	}
	t.Errorf("%s is not up to date: read the differences, then run make api-types", document)
}
