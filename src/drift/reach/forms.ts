import type { Json } from '../../model/json.ts'
import type { OperationKey } from '../../model/operation.ts'
import type { Need } from '../../resources/needs.ts'
import type { CapturedValue, Pool } from './pool.ts'

/** Tracks which kinds of identifiers an operation rejects: it may expect a name where another expects an id. */
export interface Forms {
  /** `isMalformed`: rejected as invalid rather than as not found. */
  refuse(operation: OperationKey, need: Need, form: string, isMalformed: boolean): void
  isUnliked(operation: OperationKey, need: Need, captured: CapturedValue): boolean
}

/** Number of failures before a kind counts as wrong: a single value may have been deleted. */
const mostOfAForm = 2

/** Creates an empty tracker. */
export function createForms(): Forms {
  const refusals = new Map<string, number>()
  const keyOf = (operation: OperationKey, { location }: Need, form: string): string =>
    JSON.stringify([operation, location, form])
  return {
    refuse(operation, need, form, isMalformed) {
      const key = keyOf(operation, need, form)
      refusals.set(key, (refusals.get(key) ?? 0) + (isMalformed ? mostOfAForm : 1))
    },
    isUnliked: (operation, need, captured) =>
      (refusals.get(keyOf(operation, need, formOfCaptured(captured))) ?? 0) >= mostOfAForm,
  }
}

/** Returns the kind of a value and the name of the member that contained it. */
export function formOf(pool: Pool, { id }: Need, value: string | number): string {
  const captured = pool.of(id).find((one) => one.value === value)
  return captured === undefined ? kindOf(value) : formOfCaptured(captured)
}

function formOfCaptured({ value, at }: CapturedValue): string {
  const member = at.split('/').at(-1) ?? ''
  const kind = kindOf(value)
  // For text, the member name distinguishes a name from a slug.
  return kind === 'text' && !/^\d*$/.test(member) ? member : kind
}

function kindOf(value: string | number): string {
  if (/^\d+$/.test(String(value))) return 'number'
  return isUuid(value) ? 'uuid' : 'text'
}

/** Tests for the text form of a UUID (RFC 9562 §4). */
export function isUuid(value: Json | undefined): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value))
}

/** Tests whether a description or error message mentions UUIDs. */
export function mentionsUuid(text = ''): boolean {
  return /\b(?:[ug]uid|[ug]uids|uuidv?\d)\b/i.test(text)
}
