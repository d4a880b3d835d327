import { InvalidArgumentError } from 'commander'
import type { Alias } from '../../traffic/matching/locate.ts'

/** Adds the value of a repeatable option. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

/** Reads `--map from=to`, which is repeatable. */
export function aliasOf(text: string, previous: readonly Alias[] = []): readonly Alias[] {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be <from>=<to>.')
  return [...previous, { from: text.slice(0, at), to: text.slice(at + 1) }]
}
