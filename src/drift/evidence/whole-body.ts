import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { isSecretMember, type Redactor, redacted } from '../redaction/redact.ts'
import { isBinary, readJson, withoutNamedSecrets } from './shown-body.ts'
import { wholeItems } from './whole-items.ts'

/** Deeper levels are omitted. */
const mostLevels = 500

/** Returns a complete body with secrets redacted; undefined for binary bodies. `type`: its Content-Type. */
export function wholeBody(body: string, redactor: Redactor, type: string): string | undefined {
  const items = wholeItems(type, body, {
    ...{ redactor, isBinary },
    text: (text) => cleanText(text, redactor),
    field: (name, text) => (isSecretMember(redactor, name, text) ? redacted : cleanText(text, redactor)),
  })
  if (items !== undefined) return items
  return isBinary(body) ? undefined : cleanText(body, redactor)
}

function cleanText(body: string, redactor: Redactor): string {
  const parsed = readJson(body)
  if (parsed === undefined) return redactor.value(withoutNamedSecrets(body, redactor))
  const clean = withoutSecrets(parsed, redactor, 0)
  return redactor.text(clean === parsed ? body : JSON.stringify(clean))
}

/** Returns the same object if it contains no secret, so that the original text can be kept. */
function withoutSecrets(node: Json, redactor: Redactor, level: number): Json {
  if (typeof node === 'string') return redactor.value(node)
  if (typeof node === 'number') return redactor.json(node)
  if (typeof node !== 'object' || node === null) return node
  if (level > mostLevels) return '…'
  const entries = Object.entries(node)
  const clean = entries.map(([key, member]): [string, Json] =>
    isObject(node) && isSecretMember(redactor, key, member)
      ? [redactor.text(key), redacted]
      : [isObject(node) ? redactor.text(key) : key, withoutSecrets(member, redactor, level + 1)],
  )
  if (clean.every(([key, member], at) => key === entries[at]?.[0] && member === entries[at]?.[1])) return node
  return Array.isArray(node) ? clean.map(([, member]) => member) : Object.fromEntries(clean)
}
