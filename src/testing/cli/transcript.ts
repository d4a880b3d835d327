/** An executable part of a documentation page: a command with output, a file to write, or output of a running command. */
export type Step =
  | { readonly kind: 'command'; readonly terminal: string; readonly command: string; readonly output: string }
  | { readonly kind: 'server'; readonly terminal: string; readonly command: string; readonly output: string }
  | { readonly kind: 'shows'; readonly terminal: string; readonly output: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

/**
 * Parses the steps of a page in order. A `console` block has commands after `$ `; a second word in its info string names another terminal,
 * where the last command keeps running. A code block that starts with a comment containing a file name is that file.
 */
export function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].flatMap(
    ([, language, terminal = 'first', text = '']): Step[] => {
      if (language === 'console') return consoleSteps(terminal, text)
      const [, path] = /^\/\/ (\S+\.\w+)\n/.exec(text) ?? []
      return path === undefined ? [] : [{ kind: 'file', path, text: text.slice(text.indexOf('\n') + 1) }]
    },
  )
}

function consoleSteps(terminal: string, text: string): Step[] {
  const [before = '', ...commands] = text.split(/^\$ /m)
  if (commands.length === 0) return [{ kind: 'shows', terminal, output: before }]
  return commands.map((each, index) => {
    const end = each.indexOf('\n')
    const kind = terminal !== 'first' && index === commands.length - 1 ? 'server' : 'command'
    return { kind, terminal, command: each.slice(0, end), output: each.slice(end + 1) }
  })
}

/** Replaces values that differ between runs: times, dates, durations and numbers of installed packages. */
export function normalized(output: string): string {
  return output
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replace(/\d{4}-\d\d-\d\d/g, '<day>')
    .replace(/\b\d+(\.\d+)? ?m?s\b/g, '<duration>')
    .replace(/^added \d+ packages in .*$/gm, 'added <packages>')
    .replace(/\d+\.\d+\.\d+, with specdrift \d+\.\d+\.\d+/g, '<versions>')
    .trim()
}

/** Returns true if output matches the text on a page. A line `…` on the page matches any lines. */
export function isShown(shown: string, output: string): boolean {
  const parts = normalized(shown)
    .split(/^…$/m)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*?')}$`).test(normalized(output))
}
