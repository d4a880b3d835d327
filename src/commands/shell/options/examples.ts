/** The end of a command's `--help`: command lines that work as they stand. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`.trimEnd()
}
