import { isObject } from '../http/fields.ts'
import { bodyDrift } from './drift-kind.ts'

/** A value outside every enumeration of the interface. */
const outside = 'POSTPONED_INDEFINITELY'

/** The enumerated property to change, by operation. */
const enumerated: Readonly<Record<string, string>> = {
  'POST /main-account/loans/transactions': 'status',
  'POST /sub-account/loans/transactions': 'status',
  'PATCH /sub-account/loans/transactions': 'status',
  'GET /sub-account/loans/applications': 'status',
  'POST /sub-account/loans/applications': 'status',
  'PATCH /sub-account/loans/applications/{id}': 'status',
  'PATCH /sub-account/loans/applications/{id}/apply-for/{reason}': 'status',
  'POST /sub-account/loans/applications/{id}/withdraw': 'status',
  'GET /sub-account/loans/redraws/applications': 'status',
  'POST /sub-account/loans/redraws/applications': 'status',
  'POST /sub-account/loans/rollovers/applications': 'relationshipStatus',
  'GET /main-account/webhooks': 'eventType',
  'POST /main-account/webhooks': 'eventType',
  'GET /main-account/webhooks/executions': 'eventType',
  'GET /main-account/webhooks/{id}': 'eventType',
}

/** Replaces the first enumerated value by one outside the enumeration. */
export default bodyDrift(
  'enum',
  (operation) => Object.hasOwn(enumerated, operation),
  (body, operation) => replaceFirst(body, enumerated[operation] ?? '').value,
)

interface Replacement {
  readonly value: unknown
  readonly done: boolean
}

/** Replaces the first property with this name, depth first. */
function replaceFirst(value: unknown, name: string): Replacement {
  if (isObject(value) && Object.hasOwn(value, name)) return { value: { ...value, [name]: outside }, done: true }
  if (!isObject(value) && !Array.isArray(value)) return { value, done: false }
  const entries: [string, unknown][] = Object.entries(value)
  for (const [key, member] of entries) {
    const replaced = replaceFirst(member, name)
    if (replaced.done) return { value: put(value, key, replaced.value), done: true }
  }
  return { value, done: false }
}

function put(into: readonly unknown[] | Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  return isObject(into) ? { ...into, [key]: value } : into.with(Number(key), value)
}
