import type { Site } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { DriftDraft } from '../../model/observation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { componentDepth, joinPointer, pointerTokens } from '../../util/pointer.ts'

/** Returns the part of the description that shares a draft's finding between operations, if any. `location` is redacted. */
export function ownerOf(
  ruleId: string,
  draft: DriftDraft,
  location: Pointer,
  status?: number,
): Pick<Site, 'component' | 'componentPointer' | 'status'> {
  const { owner, schemaPointer } = draft
  if (owner === 'operation') return {}
  if (owner === 'status' && status !== undefined) return { status: String(status) }
  if (owner === 'key' && status !== undefined) return { status: familyOf(status) }
  if (owner === 'errors' && status !== undefined && status >= 400) return { status: familyOf(status) }
  if (schemaPointer === undefined) return {}
  const tokens = pointerTokens(schemaPointer)
  const depth = componentDepth(tokens)
  if (depth === 0 || tokens.length < depth) return {}
  const [name] = pointerTokens(location).slice(-1)
  const below = [...tokens.slice(depth), ...(isNamed(ruleId, draft) && name !== undefined ? ['properties', name] : [])]
  return { component: `#${joinPointer('', ...tokens.slice(0, depth))}`, componentPointer: joinPointer('', ...below) }
}

function familyOf(status: number): string {
  return `${String(status)[0]}XX`
}

/** An inline error schema. Its text identifies it across operations. */
export interface InlineError {
  readonly status: number
  readonly schema: Json
}

/** Returns the owner of a violation of an inline error schema: all operations that repeat it, by status class and schema text. */
export function ownerOfInline({ status, schema }: InlineError, location: Pointer, key: Json): Owned {
  return { owner: { status: familyOf(status) }, key: [key, location, sha256(JSON.stringify(schema))] }
}

/** An owner and the key that distinguishes its findings. */
export interface Owned {
  readonly owner: Pick<Site, 'status'>
  readonly key: Json
}

/** Keywords whose violation location ends with the violating member. */
const ofMembers = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames'])

/** Tests whether the location is a property of the schema at `schemaPointer`. */
function isNamed(ruleId: string, { keyword, key }: DriftDraft): boolean {
  return (
    (ruleId === 'undocumented-property' && typeof key === 'string') ||
    ruleId === 'required-conformance' ||
    ofMembers.has(keyword ?? '')
  )
}
