import { randomBytes } from 'node:crypto'
import { InvalidArgumentError } from 'commander'
import { toolError } from '../../model/errors.ts'
import type { ClientKey } from '../../traffic/checking/clients.ts'
import type { Alias } from '../../traffic/matching/locate.ts'

export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

/** Parses the repeatable option `--map from=to`. */
export function aliasOf(text: string, previous: readonly Alias[] = []): readonly Alias[] {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be <from>=<to>.')
  return [...previous, { from: text.slice(0, at), to: text.slice(at + 1) }]
}

export function clientOf(text: string): ClientKey {
  if (text === 'recorded') return { in: 'recorded', name: '' }
  const [, location, name = ''] = /^(header|query|cookie):(\S+)$/.exec(text) ?? []
  if (location === 'header' || location === 'query' || location === 'cookie') return { in: location, name }
  throw new InvalidArgumentError('It must be header:<name>, query:<name>, cookie:<name> or recorded.')
}

/** A shorter secret could be guessed by brute force. */
const shortestSecret = 16

/** Returns SPECDRIFT_CLIENT_SECRET, or a random one for a run that isn't merged. Throws USAGE. */
export function clientSecret(env: Readonly<Record<string, string | undefined>>, isUnited: boolean): string {
  const secret = env.SPECDRIFT_CLIENT_SECRET ?? ''
  if (secret === '' && !isUnited) return randomBytes(32).toString('hex')
  if (secret.length >= shortestSecret) return secret
  throw toolError('USAGE', [
    `Clients are hashed with the secret in SPECDRIFT_CLIENT_SECRET, which ${secret === '' ? 'is not set' : `has fewer than ${shortestSecret} characters`}: all slices of one run need the same one.`,
  ])
}
