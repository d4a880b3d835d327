import { createRedactor, type Redactor } from '../../drift/redaction/redact.ts'
import { vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { shortestSecret } from '../../drift/redaction/written-forms.ts'
import type { Description } from '../../model/operation.ts'
import type { SuiteContext } from '../api/context.ts'
import { sharedSecrets } from '../running/session.ts'
import { tellSecret } from '../running/stop.ts'
import { secretsOfTarget } from './secrets.ts'

/** A short number or word, such as a PIN, is redacted only in the response to its own call. */
const isCommon = /^(?:\p{L}{1,7}|\p{N}{1,7})$/u

/** A suite that generates a password for each of a million calls must not fill the memory. */
const mostKept = 2000

/**
 * Knows the secrets of the run so far, and these, which it keeps in mind: an API may return later what it was sent
 * once.
 */
export function runRedactor(
  { target, redact }: SuiteContext,
  { document }: Description,
  more: readonly string[] = [],
): Redactor {
  const { kept, redactors } = sharedSecrets()
  const key = JSON.stringify([target, redact, document.name])
  const known =
    redactors.get(key) ??
    createRedactor({ keys: redact, values: [...secretsOfTarget(target), ...kept], vocabulary: vocabularyOf(document) })
  redactors.set(key, known)
  for (const value of more) if (keepSecret(value)) tellSecret(value)
  return known.knowing(more)
}

/** Keeps a secret in mind for the rest of the run; false where it is known, or too common to be looked for. */
export function keepSecret(value: string): boolean {
  const { kept, redactors } = sharedSecrets()
  if (value.length < shortestSecret || isCommon.test(value) || kept.size >= mostKept || kept.has(value)) return false
  kept.add(value)
  for (const each of redactors.values()) each.remember([value])
  return true
}
