import { choiceArgument } from '../shell/options/choices.ts'
import { examples } from '../shell/options/examples.ts'
import { emit, type Registration } from '../shell/shell.ts'

/** Registers `specdrift completion bash|zsh|fish` and the hidden `complete`, which the scripts call for each Tab. */
const registerCompletion: Registration = (program, shell) => {
  program
    .command('completion')
    .summary('print a completion script for your shell')
    .description('Prints a script that completes commands, options, APIs, snapshots and rules.')
    .addArgument(choiceArgument('<shell>', 'name of the shell', Object.keys(scripts)))
    .addHelpText(
      'after',
      examples(
        'specdrift completion bash >> ~/.bashrc',
        'specdrift completion zsh > ~/.zfunc/_specdrift',
        'specdrift completion fish > ~/.config/fish/completions/specdrift.fish',
      ),
    )
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .action((name: keyof typeof scripts, { output }: { readonly output?: string }) =>
      emit(shell, scripts[name], output),
    )
  program
    .command('complete', { hidden: true })
    .description('Prints completions of the last word, one per line, each followed by a tab and its meaning.')
    .argument('[words...]', 'words of the command line after specdrift')
    .addHelpText('after', examples('specdrift complete -- diff --format ""'))
    .action(async (words: readonly string[]) => {
      const { candidatesFor } = await import('./candidates.ts')
      for (const { word, meaning } of await candidatesFor(program, shell, words)) shell.print(`${word}\t${meaning}\n`)
    })
}
export default registerCompletion

/** Completion scripts. They call the program being completed, on the path or in node_modules. */
const scripts = {
  bash: `# specdrift completion for bash (3.2 and later)
# The words of a line, one a line, without what quotes them; COMP_WORDS is cut at every @, : and = too.
_specdrift_words() {
  local line="$1" word= quote= begun= char i
  for (( i = 0; i < \${#line}; i++ )); do
    char="\${line:i:1}"
    if [[ "$char" == "$quote" ]]; then quote=
    elif [[ "$char" == \\\\ && "$quote" != "'" ]]; then i=$(( i + 1 )); word+="\${line:i:1}"; begun=1
    elif [[ -z "$quote" && ( "$char" == '"' || "$char" == "'" ) ]]; then quote="$char"; begun=1
    elif [[ -z "$quote" && "$char" == [[:space:]] ]]; then [[ -n "$begun" ]] && printf '%s\\n' "$word"; word= begun=
    else word+="$char"; begun=1
    fi
  done
  printf '%s\\n' "$word"
}
_specdrift() {
  local word
  local -a words
  while IFS= read -r word; do words+=("$word"); done < <(_specdrift_words "\${COMP_LINE:0:COMP_POINT}")
  word="\${words[\${#words[@]}-1]}"
  # What bash takes for a word ends before the last of these.
  local before="\${word%"\${word##*[@:=]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("\${candidate#"$before"}")
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _specdrift specdrift
`,
  zsh: `#compdef specdrift
_specdrift() {
  local line
  local -a candidates meanings
  while IFS= read -r line; do
    candidates+=("\${line%%$'\\t'*}")
    meanings+=("\${line/$'\\t'/  }")
  done < <("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then
    compadd -l -d meanings -a candidates
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _specdrift ]]; then _specdrift "$@"; else compdef _specdrift specdrift; fi
`,
  fish: `# specdrift completion for fish
function __specdrift_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (command $words[1] complete -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct | string trim --left --chars '"\\'')
    end
end
complete -c specdrift -f -a '(__specdrift_complete)'
`,
} as const
