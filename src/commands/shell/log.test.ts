import { expect, it } from 'vitest'
import { type LogSettings, levelOf, levelOfNote, openLog } from './log.ts'

const call = { method: 'GET', target: '/a', status: 200, milliseconds: 3, bytes: 9, retries: 0, credentials: ['T'] }

async function written(settings: LogSettings): Promise<readonly string[]> {
  const lines: string[] = []
  const { log } = await openLog(
    (text) => void lines.push(text),
    () => 0,
    () => settings,
  )
  log('error', 'error: a\n')
  log('info', 'note: b\n')
  log('debug', 'request sent', call)
  return lines
}

it.each([
  ['silent', []],
  ['error', ['error: a\n']],
  ['info', ['error: a\n', 'note: b\n']],
  ['debug', ['error: a\n', 'note: b\n', 'GET /a  200  3 ms  9 bytes  T\n']],
] as const)('writes what is at or before the level %s', async (level, lines) => {
  expect(await written({ level, format: 'pretty' })).toEqual(lines)
})

it('writes one JSON object per line', async () => {
  const lines = await written({ level: 'debug', format: 'json' })
  const time = '1970-01-01T00:00:00.000Z'
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'error', time, msg: 'error: a' },
    { level: 'info', time, msg: 'note: b' },
    { level: 'debug', time, ...call, msg: 'request sent' },
  ])
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
})

it('stores entries below the level', async () => {
  const { log, entries } = await openLog(
    () => {},
    () => 7,
    () => ({ level: 'silent', format: 'pretty' }),
  )
  log('debug', 'request sent', call)
  expect(entries).toEqual([{ level: 'debug', time: 7, message: 'request sent', fields: call }])
})

it.each([
  [undefined, undefined, 'info'],
  [undefined, 'DEBUG', 'debug'],
  [undefined, 'trace', 'debug'],
  [undefined, 'warning', 'warn'],
  [undefined, 'of another program', 'info'],
  ['error', 'debug', 'error'],
] as const)('the level of %s and LOG_LEVEL=%s is %s', (flag, variable, level) => {
  expect(levelOf(flag, variable)).toBe(level)
})

it('derives the level of a note from its prefix', () => {
  expect(['error: a', 'warning: a', 'wrote a'].map(levelOfNote)).toEqual(['error', 'warn', 'info'])
})
