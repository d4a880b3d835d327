import { createRedactor, type Redactor } from '../../drift/redact.ts'
import type { SuiteContext } from '../api/context.ts'
import { sharedSecrets } from '../running/session.ts'
import { secretsOfTarget } from './secrets.ts'

/** A shorter one may be a PIN or a word: it is only looked for in the answer to its own call. */
const shortestKept = 8

/** A suite that makes up a password for each of a thousand calls must not slow them down. */
const mostKept = 200

/**
 * Knows the secrets of the run so far, and these, which it keeps in mind: an API may say back later what it was told
 * once.
 */
export function runRedactor({ target, redact }: SuiteContext, more: readonly string[] = []): Redactor {
  const { kept, redactors } = sharedSecrets()
  for (const value of more) if (value.length >= shortestKept && kept.size < mostKept) kept.add(value)
  // Nothing is ever taken out of what is kept: its size tells whether it has changed.
  const key = JSON.stringify([target, redact, kept.size])
  const values = [...secretsOfTarget(target), ...kept]
  const known = redactors.get(key) ?? createRedactor({ keys: redact, values })
  redactors.set(key, known)
  return known.knowing(more)
}
