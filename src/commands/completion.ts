import { Argument } from 'commander'
import { examples } from './examples.ts'
import type { Registration } from './shell.ts'

/** `specdrift completion bash|zsh|fish`, and the `complete` that its scripts ask at every Tab. */
const registerCompletion: Registration = (program, shell) => {
  program
    .command('completion')
    .summary('print the completion of a shell')
    .description('Prints the script that makes a shell complete commands, options, APIs, snapshots and rules.')
    .addArgument(new Argument('<shell>', 'the shell it is for').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      examples(
        'specdrift completion bash >> ~/.bashrc',
        'specdrift completion zsh > ~/.zfunc/_specdrift',
        'specdrift completion fish > ~/.config/fish/completions/specdrift.fish',
      ),
    )
    .action((name: keyof typeof scripts) => shell.print(scripts[name]))
  program
    .command('complete', { hidden: true })
    .description('Prints what may stand in the place of the last word, one a line, with a tab before what it means.')
    .argument('[words...]', 'the words of a command line after specdrift')
    .addHelpText('after', examples('specdrift complete -- diff --format ""'))
    .action(async (words: readonly string[]) => {
      const { candidatesFor } = await import('./candidates.ts')
      for (const { word, meaning } of await candidatesFor(program, shell, words)) shell.print(`${word}\t${meaning}\n`)
    })
}
export default registerCompletion

/** Each asks the program of the command line itself, be it on the path or below node_modules. */
const scripts = {
  bash: `# specdrift completion for bash (3.2 and later)
_specdrift() {
  local line="\${COMP_LINE:0:COMP_POINT}" word
  local -a words
  read -r -a words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
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
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
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
    command $words[1] complete -- $words[2..-1] 2>/dev/null
end
complete -c specdrift -a '(__specdrift_complete)'
`,
} as const
