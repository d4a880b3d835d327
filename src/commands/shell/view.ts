import { pathToFileURL } from 'node:url'
import type { TerminalView } from '../../model/report/view.ts'
import { type Environment, takesColour } from './shell.ts'

/** Returns the capabilities of stdout. `wanted` is false with `--no-color`. */
export function viewOf({ stdout, env, cwd }: Environment, wanted: boolean): TerminalView {
  const isTerminal = stdout.isTTY === true
  const columns = sizeOf(env.COLUMNS) ?? (isTerminal ? stdout.columns : undefined)
  const rows = isTerminal ? (sizeOf(env.LINES) ?? stdout.rows) : undefined
  return {
    colour: takesColour(stdout, env, wanted),
    ...(columns !== undefined && columns > 0 && { columns }),
    ...(rows !== undefined && rows > 0 && { rows }),
    ...(takesLinks(isTerminal, env) && { links: `${pathToFileURL(cwd).href}/` }),
  }
}

function sizeOf(text: string | undefined): number | undefined {
  return /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : undefined
}

/** Values of TERM_PROGRAM for terminals known to support OSC 8 links. */
const linking = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper'])

/** Supports OSC 8 links in known terminals or with FORCE_HYPERLINK, but not in tmux, screen or CI, which show escape sequences. */
export function takesLinks(isTerminal: boolean, env: Environment['env']): boolean {
  const { FORCE_HYPERLINK: forced, TERM = '', TERM_PROGRAM = '' } = env
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (!isTerminal || (env.CI ?? '') !== '' || (env.NO_COLOR ?? '') !== '') return false
  if (TERM === 'dumb' || /^(screen|tmux)/.test(TERM) || (env.TMUX ?? '') !== '') return false
  // VTE supports links since 0.50 (5000), but 0.50.0 crashed on them.
  if (Number(env.VTE_VERSION ?? 0) > 5000) return true
  return linking.has(TERM_PROGRAM) || (env.WT_SESSION ?? '') !== '' || TERM === 'xterm-kitty'
}
