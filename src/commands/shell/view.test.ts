import { expect, it } from 'vitest'
import type { Environment, Output } from './shell.ts'
import { takesLinks, viewOf } from './view.ts'

const environment = (stdout: Partial<Output>, env: Environment['env']): Environment => ({
  ...{ argv: [], env, cwd: '/w k', clock: () => 0, interrupted: async () => {} },
  stdout: { write: () => true, ...stdout },
  stderr: { write: () => true },
  stdin: (async function* () {})(),
})

it.each([
  ['a terminal', { isTTY: true, columns: 100, rows: 40 }, {}, { columns: 100, rows: 40 }],
  ['a narrow one', { isTTY: true, columns: 100, rows: 40 }, { COLUMNS: '60', LINES: '20' }, { columns: 60, rows: 20 }],
  ['a pipe', { columns: 100, rows: 40 }, {}, {}],
  ['a pipe with COLUMNS', {}, { COLUMNS: '60' }, { columns: 60 }],
  ['a terminal without a size', { isTTY: true, columns: 0, rows: 0 }, { COLUMNS: 'wide' }, {}],
])('%s', (_what, stdout, env, expected) => {
  const { colour: _, ...view } = viewOf(environment(stdout, env), true)
  expect(view).toEqual(expected)
})

it.each([
  [true, { TERM_PROGRAM: 'iTerm.app' }],
  [true, { TERM_PROGRAM: 'vscode' }],
  [true, { WT_SESSION: '1' }],
  [true, { TERM: 'xterm-kitty' }],
  [true, { VTE_VERSION: '7200' }],
  [false, { VTE_VERSION: '5000' }],
  [false, { TERM: 'xterm-256color' }],
  [false, {}],
  [false, { TERM_PROGRAM: 'vscode', CI: 'true' }],
  [false, { TERM_PROGRAM: 'vscode', TMUX: '/tmp/x' }],
  [false, { TERM_PROGRAM: 'vscode', TERM: 'screen-256color' }],
  [false, { TERM_PROGRAM: 'vscode', TERM: 'dumb' }],
  [false, { TERM_PROGRAM: 'vscode', FORCE_HYPERLINK: '0' }],
  [true, { FORCE_HYPERLINK: '1', TERM: 'xterm' }],
] as readonly (readonly [boolean, Environment['env']])[])('links are %s with %j', (expected, env) => {
  expect(takesLinks(true, env)).toBe(expected)
  expect(takesLinks(false, env)).toBe(env.FORCE_HYPERLINK === '1')
})

it('links are relative to the working directory', () => {
  expect(viewOf(environment({ isTTY: true }, { WT_SESSION: '1' }), true).links).toBe('file:///w%20k/')
})
