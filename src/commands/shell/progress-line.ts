import { printable } from '../../model/printable.ts'
import type { Environment, Output, ProgressLine } from './shell.ts'

/** Narrower than any terminal: a line that is broken cannot be taken away. */
const mostColumns = 79

/** Opens the line on a terminal; undefined for a file, a pipe, CI and a terminal that cannot move its cursor. */
export function openProgressLine(stderr: Output, env: Environment['env']): ProgressLine | undefined {
  if (stderr.isTTY !== true || env.TERM === 'dumb' || (env.CI ?? '') !== '') return undefined
  const erase = '\r\u001b[2K'
  let isShown = false
  return {
    show(text) {
      isShown = true
      stderr.write(`${erase}${printable(text).slice(0, mostColumns)}`)
    },
    clear() {
      if (isShown) stderr.write(erase)
      isShown = false
    },
  }
}
