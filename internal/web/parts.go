package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"

	"tafelrunde/wotn"
)

// partsName is the file that lists the parts of a built front end.
const partsName = "parts.json"

// parts are the parts of the front end that are loaded when they are needed, by the
// module that begins each of them. Vite writes them (its option build.manifest).
type parts map[string]struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"` // of other parts, which are loaded too
	Styles  []string `json:"css"`
}

// startModule begins the part of the start page.
const startModule = startPageName

func parseParts(content []byte) (parts, error) {
	var p parts
	if err := json.Unmarshal(content, &p); err != nil {
		return nil, fmt.Errorf("%s: %w", partsName, err)
	}
	for module, part := range p {
		for _, imported := range part.Imports {
			if _, ok := p[imported]; !ok {
				return nil, fmt.Errorf("%s: %q imports %q, which is missing", partsName, module, imported)
			}
		}
	}
	return p, p.check()
}

// check returns an error for each module of the pages that is no part.
func (p parts) check() error {
	var problems []error
	need := func(modules ...string) {
		for _, module := range modules {
			if _, ok := p[module]; !ok {
				problems = append(problems, fmt.Errorf("%s: no part %q; if the front end is older than this program, run make build", partsName, module))
			}
		}
	}
	need(startModule, matchModule)
	for _, lang := range []string{"en", "de"} {
		for path := range allPages().texts {
			need(modulesOf(path, lang)...)
		}
		for _, path := range savedGames {
			need(modulesOf(path, lang)...)
		}
		for name := range documentTexts {
			need(modulesOf("/"+name, lang)...)
		}
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(problems...)
}

// matchModule begins the part for pages of matches.
const matchModule = "play/MatchPage.svelte"

// modulesOf returns the modules that the page with a path loads before it shows its
// content, for a person who has not changed the settings.
func modulesOf(path, lang string) []string {
	modules := []string{"words/" + lang + ".ts"}
	root, name, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch root {
	case "":
	case "puzzles":
		modules = append(modules, "puzzles/Puzzles.svelte")
		game, view, _ := strings.Cut(name, "/")
		switch {
		case name == "" || view == "archive":
		case name == "review":
			modules = append(modules, "puzzles/Review.svelte")
		case name == "statistics":
			modules = append(modules, "puzzles/Statistics.svelte")
		case view == "streak" || view == "storm":
			modules = append(modules, "puzzles/RunPage.svelte")
		case view == "" && (game == "wotn" || game == "lancelot"):
			modules = append(modules, "puzzles/Training.svelte")
		default:
			modules = append(modules, "puzzles/Single.svelte")
		}
	case "wotn", "lancelot":
		if name == "" {
			modules = append(modules, "play/SavedGamePage.svelte")
			break
		}
		modules = append(modules, map[string]string{"wotn": "newgame/NewWotn.svelte", "lancelot": "newgame/NewLancelot.svelte"}[root])
	case "opponents":
		modules = append(modules, "newgame/Opponents.svelte")
	case "leaderboards":
		modules = append(modules, "people/Leaderboards.svelte")
	case "following":
		modules = append(modules, "people/FollowingPage.svelte")
	case "people":
		modules = append(modules, "people/PersonPage.svelte")
	case "play":
		if name == "friend" {
			modules = append(modules, "lobby/PlayFriends.svelte")
			break
		}
		if name == "new" {
			modules = append(modules, "lobby/NewTable.svelte")
			break
		}
		modules = append(modules, "lobby/Lobby.svelte")
	case "settings":
		modules = append(modules, "settings/SettingsPage.svelte")
	case "security":
		modules = append(modules, "people/SecurityPage.svelte")
	case "account":
		modules = append(modules, "people/AccountPage.svelte")
	case "join":
		modules = append(modules, "people/JoinPage.svelte")
	case "analysis":
		modules = append(modules, "analysis/AnalysisPage.svelte")
	case "games":
		modules = append(modules, "library/GamesPage.svelte")
	case "tournaments":
		modules = append(modules, "tournaments/TournamentsPage.svelte")
	case "tournament":
		if strings.HasSuffix(name, "/certificate") {
			modules = append(modules, "tournaments/Certificate.svelte")
		} else {
			modules = append(modules, "tournaments/TournamentPage.svelte")
		}
	case "study":
		modules = append(modules, "studies/StudyPage.svelte")
	case "clubs":
		modules = append(modules, "clubs/ClubsPage.svelte")
	case "club":
		modules = append(modules, "clubs/ClubPage.svelte")
	case "studies":
		modules = append(modules, "studies/StudiesPage.svelte")
	case "learn":
		if name == "wotn" || name == "lancelot" {
			modules = append(modules, "learn/Minute.svelte")
			break
		}
		modules = append(modules, "learn/Learn.svelte")
	case "rules":
		book := map[string]string{"wotn": "way-of-the-knight", "lancelot": "lancelot"}[name]
		if lang != "en" {
			book += "." + lang
		}
		modules = append(modules, "rulebook/Rulebook.svelte", "diagram-sprite:standing", "../docs/rules/"+book+".md?book")
	case "pieces":
		if name == "" {
			modules = append(modules, "gallery/Gallery.svelte")
			break
		}
		modules = append(modules, "gallery/KindPage.svelte", "diagram-sprite:standing")
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			if kindPath(k) == path {
				modules = append(modules, "kind-page:"+string(k.Letter()))
			}
		}
	default:
		modules = append(modules, "app/DocumentPage.svelte")
	}
	return modules
}

// preloads returns elements for the head of the start page that make a browser load
// modules with all they import at once, instead of one after the other as it finds
// their names. Without a list of parts there are none.
func (p parts) preloads(modules ...string) string {
	if p == nil {
		return ""
	}
	var head strings.Builder
	done := make(map[string]bool)
	var add func(module string, linked bool)
	add = func(module string, linked bool) {
		if done[module] {
			return
		}
		done[module] = true
		part := p[module]
		if linked {
			fmt.Fprintf(&head, `<link rel="modulepreload" crossorigin href="./%s">`, html.EscapeString(part.File))
			for _, file := range part.Styles {
				fmt.Fprintf(&head, `<link rel="preload" as="style" crossorigin href="./%s">`, html.EscapeString(file))
			}
		}
		for _, imported := range part.Imports {
			add(imported, linked)
		}
	}
	add(startModule, false) // the start page loads it itself
	for _, module := range modules {
		add(module, true)
	}
	return head.String()
}

// matchSite serves the start page for matches, so that browsers load the parts of the
// page of a match at once.
type matchSite struct{ *Site }

func (s matchSite) ServeStart(w http.ResponseWriter, r *http.Request, language, title, head string) {
	s.Site.ServeStart(w, r, language, title, head+s.parts.preloads(matchModule))
}
