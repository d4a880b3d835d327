/** Options before a command that take the next word for their value. */
const withValue = new Set(['--config', '--log-level', '--log-format'])

/** The command that a command line starts, as a name for a file; `program` where none is named. */
export function commandOf(argv: readonly string[]): string {
  const at = argv.findIndex((word, index) => !word.startsWith('-') && !withValue.has(argv[index - 1] ?? ''))
  const word = argv[at] ?? ''
  return /^[a-z]+(-[a-z]+)*$/.test(word) && word.length <= 32 ? word : 'program'
}
