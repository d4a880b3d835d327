import { createRedactor, type Redactor } from '../../drift/redaction/redact.ts'
import { vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { shortestSecret } from '../../drift/redaction/written-forms.ts'
import type { Description } from '../../model/operation.ts'
import type { SuiteContext } from '../api/context.ts'
import { sharedSecrets } from '../running/session.ts'
import { tellSecret } from '../running/stop.ts'
import { secretsOfTarget } from './secrets.ts'

/** Short numbers or words, such as a PIN, are only redacted in the response to their own call. */
const isCommon = /^(?:\p{L}{1,7}|\p{N}{1,7})$/u

/** Limits memory if a suite generates a password for each of a million calls. */
const mostKept = 2000

/** Returns a redactor for all secrets of the run so far and `more`, which it remembers, because an API may return them later. */
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

/** Remembers a secret for the rest of the run. Returns false for known or common values. */
export function keepSecret(value: string): boolean {
  const { kept, redactors } = sharedSecrets()
  if (value.length < shortestSecret || isCommon.test(value) || kept.size >= mostKept || kept.has(value)) return false
  kept.add(value)
  for (const each of redactors.values()) each.remember([value])
  return true
}
