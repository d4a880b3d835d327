/** Formats the examples at the end of `--help`. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`.trimEnd()
}
