/** A part of a page that is tried: commands with what they print, a file to write, or output of a command that is still running. */
export type Step =
  | { readonly kind: 'command'; readonly terminal: string; readonly command: string; readonly output: string }
  | { readonly kind: 'server'; readonly terminal: string; readonly command: string; readonly output: string }
  | { readonly kind: 'shows'; readonly terminal: string; readonly output: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

/**
 * The steps of a page, in order. A `console` block has commands after `$ `; a second word names a terminal that is not the
 * first, and its last command goes on. A block of code that begins with a comment of a file's name is that file.
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

/** Output without what differs from run to run: moments, days, durations, and how many packages were installed. */
export function normalized(output: string): string {
  return output
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replace(/\d{4}-\d\d-\d\d/g, '<day>')
    .replace(/\b\d+(\.\d+)? ?m?s\b/g, '<duration>')
    .replace(/^added \d+ packages in .*$/gm, 'added <packages>')
    .replace(/\d+\.\d+\.\d+, with specdrift \d+\.\d+\.\d+/g, '<versions>')
    .trim()
}

/** Whether output is what a page shows; a line `…` in the page stands for any lines. */
export function isShown(shown: string, output: string): boolean {
  const parts = normalized(shown)
    .split(/^…$/m)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*?')}$`).test(normalized(output))
}
