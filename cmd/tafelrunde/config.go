package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"

	"tafelrunde/internal/cli"
)

// envPrefix begins the names of environment variables that are settings.
const envPrefix = "TAFELRUNDE_"

// configFlag is the --config flag of commands that have settings: each flag of such
// a command can also be set by an environment variable and in a file. A flag has
// precedence over the environment, and the environment over the file.
type configFlag struct {
	Config string `placeholder:"FILE" help:"File with settings (TOML): the flags of this command without dashes, such as addr = \":8080\". See tafelrunde config example."`
}

// configCommand is the command group "config".
type configCommand struct {
	Check   configCheckCommand   `cmd:"" help:"Check the settings of the server and print each with its source."`
	Example configExampleCommand `cmd:"" help:"Print a settings file with every setting, its description and its default."`
}

// configCheckCommand has the flags of serve, so that the same sources set them.
type configCheckCommand struct{ serveCommand }

func (c *configCheckCommand) Run(term cli.Terminal, command *kong.Context, from *settings) error {
	if err := c.check(); err != nil {
		return err
	}
	if _, err := c.texts.read(); err != nil {
		return err
	}
	for _, name := range c.ExplorerTable {
		if _, err := readTable(name); err != nil {
			return err
		}
	}
	for _, flag := range command.Selected().Flags {
		value := command.FlagValue(flag)
		text := "(none)"
		if s := fmt.Sprint(value); s != "" && s != "[]" {
			text = cli.Printable(withoutPassword(s))
		}
		if _, err := fmt.Fprintf(term.Out, "%-20s %-40s %s\n", flag.Name, text, from.source(command, flag)); err != nil {
			return err
		}
	}
	return nil
}

// withoutPassword replaces the password of a URL.
func withoutPassword(text string) string {
	if at, err := url.Parse(text); err == nil && at.User != nil {
		return at.Redacted()
	}
	return text
}

// configExampleCommand prints a settings file in which every setting is a comment.
type configExampleCommand struct{}

func (c *configExampleCommand) Run(term cli.Terminal, command *kong.Context) error {
	return writeExample(term.Out, command.Model.Node)
}

// writeExample writes a settings file with the flags of serve and worker.
func writeExample(to io.Writer, root *kong.Node) error {
	var text strings.Builder
	text.WriteString("# Settings of Tafelrunde. A flag has precedence over the environment, and the\n# environment over this file. Remove the # before a setting to change it.\n")
	written := map[string]bool{"help": true, "config": true}
	for _, name := range []string{"serve", "worker"} {
		for _, flag := range commandNamed(root, name).Flags {
			if written[flag.Name] {
				continue
			}
			written[flag.Name] = true
			text.WriteByte('\n')
			for line := range wrapped(flag.Help, 76) {
				fmt.Fprintf(&text, "# %s\n", line)
			}
			fmt.Fprintf(&text, "# Environment: %s\n#%s = %s\n", envOf(flag), flag.Name, exampleOf(flag))
		}
	}
	_, err := io.WriteString(to, text.String())
	return err
}

// exampleOf returns the default of a flag as TOML, else its placeholder.
func exampleOf(flag *kong.Flag) string {
	switch {
	case flag.IsBool():
		return fmt.Sprint(flag.Default == "true")
	case flag.Default != "" && flag.IsCounter():
		return flag.Default
	case flag.IsSlice():
		return fmt.Sprintf("[%q]", flag.FormatPlaceHolder())
	case isInteger(flag.Default):
		return flag.Default
	case flag.Default != "":
		return fmt.Sprintf("%q", flag.Default)
	}
	return fmt.Sprintf("%q", strings.Trim(flag.FormatPlaceHolder(), `"`))
}

func isInteger(text string) bool {
	return text != "" && strings.Trim(text, "-0123456789") == ""
}

// wrapped returns the words of text in lines of at most width bytes.
func wrapped(text string, width int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		line := ""
		for _, word := range strings.Fields(text) {
			if line != "" && len(line)+1+len(word) > width {
				if !yield(line) {
					return
				}
				line = ""
			}
			line = strings.TrimLeft(line+" "+word, " ")
		}
		yield(line)
	}
}

// commandNamed returns the command with a name.
func commandNamed(root *kong.Node, name string) *kong.Node {
	for _, child := range root.Children {
		if child.Name == name {
			return child
		}
	}
	panic("no command " + name)
}

// envOf returns the name of the environment variable for a flag.
func envOf(flag *kong.Flag) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
}

// hasSettings reports whether a command reads settings from all sources.
func hasSettings(command *kong.Node) bool {
	return slices.ContainsFunc(command.Flags, func(flag *kong.Flag) bool { return flag.Name == "config" })
}

// settingsOf returns the flags of serve and worker that are settings, by name.
// Commands that share some of these flags, such as backup, read the same settings.
func settingsOf(root *kong.Node) map[string]*kong.Flag {
	all := map[string]*kong.Flag{}
	for _, name := range []string{"worker", "serve"} {
		for _, flag := range commandNamed(root, name).Flags {
			if flag.Name != "help" && flag.Name != "config" {
				all[flag.Name] = flag
			}
		}
	}
	return all
}

// settings resolves flags that are not on the command line: from the environment,
// else from the file of --config. A command that acts on a server or its database reads
// the files of the service instead, if neither chooses another.
type settings struct {
	// file and values are the read file; file is "" if there is none.
	file   string
	values map[string]any
	read   bool
	// service has the variables that the service has in its environment, nil if the
	// settings are not those of the service.
	service map[string]string
	// err is the first error of the environment or the file itself.
	err error
	// resolved is the flag that was resolved last.
	resolved *kong.Flag
}

// describeEnvironment shows the environment variables of settings in the help.
func describeEnvironment(node *kong.Node, known map[string]*kong.Flag) {
	for _, child := range node.Children {
		describeEnvironment(child, known)
	}
	if hasSettings(node) {
		for _, flag := range node.Flags {
			if known[flag.Name] != nil || flag.Name == "config" {
				flag.Envs = []string{envOf(flag)}
			}
		}
	}
}

// Validate does nothing: the file is known only when the command line is parsed.
func (s *settings) Validate(*kong.Application) error { return nil }

// Resolve returns the value of a flag, or nil if no source has one.
func (s *settings) Resolve(command *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
	if selected := command.Selected(); selected == nil || !hasSettings(selected) {
		return nil, nil
	}
	if settingsOf(command.Model.Node)[flag.Name] == nil && flag.Name != "config" {
		return nil, nil
	}
	s.resolved = flag
	text, err := s.value(command, flag)
	if err != nil && s.err == nil {
		s.err = err
	}
	if err != nil || text == "" {
		return nil, nil
	}
	return text, nil
}

// value returns the value of a flag in the environment or in the file, "" if neither
// has one.
func (s *settings) value(command *kong.Context, flag *kong.Flag) (string, error) {
	if flag.Name == "config" {
		return environment(flag, os.Getenv)
	}
	if err := s.load(command); err != nil {
		return "", err
	}
	if text, err := environment(flag, os.Getenv); err != nil || text != "" {
		return text, err
	}
	if text, err := environment(flag, s.variable); err != nil || text != "" {
		return text, err
	}
	set, exists := s.values[flag.Name]
	if !exists {
		return "", nil
	}
	text, err := textOf(set)
	if err != nil {
		return "", fmt.Errorf("%s: %s %w", s.file, flag.Name, err)
	}
	return text, nil
}

// variable returns a variable of the service.
func (s *settings) variable(name string) string { return s.service[name] }

// explain returns the error of a command line. It prefers errors of the sources, and
// names the source of a value that cannot be parsed.
func (s *settings) explain(err error) error {
	var parse *kong.ParseError
	switch {
	case s.err != nil:
		return s.err
	case !errors.As(err, &parse) || parse.Context == nil || s.resolved == nil:
		return err
	}
	if from := s.source(parse.Context, s.resolved); strings.HasPrefix(err.Error(), "--"+s.resolved.Name+":") && from != "default" && from != "flag" {
		return fmt.Errorf("%w (from %s)", err, from)
	}
	return err
}

// environment returns the value of a flag in the environment, "" if it is not set.
// The variable with _FILE at its end names a file with the value. An empty variable
// counts as not set.
func environment(flag *kong.Flag, variable func(name string) string) (string, error) {
	name := envOf(flag)
	value, file := variable(name), variable(name+"_FILE")
	switch {
	case file == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s_FILE are both set; set one of them", name, name)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s_FILE: %w", name, err)
	}
	if value = strings.TrimSpace(string(data)); value == "" {
		return "", fmt.Errorf("%s_FILE: %s is empty", name, file)
	}
	return value, nil
}

// load reads the file of --config once.
func (s *settings) load(command *kong.Context) error {
	if s.read {
		return nil
	}
	s.read = true
	for _, flag := range command.Selected().Flags {
		if flag.Name != "config" {
			continue
		}
		s.file, _ = command.FlagValue(flag).(string)
		if s.file == "" {
			var err error
			if s.file, err = environment(flag, os.Getenv); err != nil {
				return err
			}
		}
	}
	if s.file == "" && s.ofService(command) {
		s.file = serviceSettings
		var err error
		if s.service, err = readVariables(serviceVariables); err != nil {
			return unreadable(err)
		}
	}
	if s.file == "" {
		return nil
	}
	data, err := os.ReadFile(s.file)
	if err != nil && s.service != nil {
		return unreadable(err)
	} else if err != nil {
		return fmt.Errorf("the settings cannot be read: %w", err)
	}
	if _, err := toml.Decode(string(data), &s.values); err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			return fmt.Errorf("%s:%d: %s", s.file, syntax.Position.Line, syntax.Message)
		}
		return fmt.Errorf("%s: %w", s.file, err)
	}
	return s.checkNames(command, string(data))
}

// checkNames refuses names in the file that are no setting of any command. Commands
// share a file, so a name may belong to another command.
func (s *settings) checkNames(command *kong.Context, text string) error {
	known := settingsOf(command.Model.Node)
	var wrong []error
	for name := range s.values {
		if known[name] == nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: there is no setting %q", s.file, lineOf(text, name), name))
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(wrong...)
}

// lineOf returns the number of the line that sets a name or begins its table.
func lineOf(text, name string) int {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimLeft(line, " \t[\"'")
		if rest, found := strings.CutPrefix(line, name); found && (rest == "" || strings.ContainsRune(" \t=]\"'.", rune(rest[0]))) {
			return number
		}
	}
	return 1
}

// textOf returns a value of the file as on a command line.
func textOf(value any) (string, error) {
	switch value := value.(type) {
	case string:
		if strings.TrimSpace(value) == "" {
			return "", errors.New("is empty; give a value or leave it out")
		}
		return value, nil
	case bool, int64, float64:
		return fmt.Sprint(value), nil
	case []any:
		var parts []string
		for _, part := range value {
			text, err := textOf(part)
			if err != nil {
				return "", err
			}
			parts = append(parts, text)
		}
		if len(parts) == 0 {
			return "", errors.New("is empty; give a value or leave it out")
		}
		return strings.Join(parts, ","), nil
	}
	return "", errors.New("must be a text, a number, true, false or a list of these")
}

// source returns where the value of a flag comes from.
func (s *settings) source(command *kong.Context, flag *kong.Flag) string {
	for _, path := range command.Path {
		if path.Flag == flag && !path.Resolved {
			return "flag"
		}
	}
	name := envOf(flag)
	switch {
	case os.Getenv(name) != "":
		return name
	case os.Getenv(name+"_FILE") != "":
		return name + "_FILE"
	}
	if s.variable(name) != "" || s.variable(name+"_FILE") != "" {
		return serviceVariables
	}
	if _, exists := s.values[flag.Name]; exists {
		return s.file
	}
	return "default"
}

// helpOf returns the description of a flag or argument, with the environment variable
// that sets it.
func helpOf(value *kong.Value) string {
	if value.Flag == nil || len(value.Flag.Envs) == 0 {
		return kong.DefaultHelpValueFormatter(value)
	}
	return fmt.Sprintf("%s ($%s)", strings.TrimSuffix(value.Help, "."), value.Flag.Envs[0]) + "."
}
