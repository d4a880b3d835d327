import { expect, it } from 'vitest'
import { commandOf } from './command-of.ts'

it.each([
  [['diff', 'a.yaml', 'b.yaml'], 'diff'],
  [['--no-color', 'can-i-remove', 'x'], 'can-i-remove'],
  [['--config', 'check', 'report', 'site'], 'report'],
  [['--log-level', 'debug', '--log-format=json', 'test'], 'test'],
  [['--help'], 'program'],
  [[], 'program'],
  [['../../etc/passwd'], 'program'],
  [['C:\\x'], 'program'],
  [['a'.repeat(400)], 'program'],
])('%j → %s', (argv, command) => {
  expect(commandOf(argv)).toBe(command)
})
