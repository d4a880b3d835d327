import type { Site } from '../../model/finding.ts'
import type { Json, Pointer } from '../../model/json.ts'
import type { DriftDraft } from '../../model/observation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { componentDepth, joinPointer, pointerTokens } from '../../util/pointer.ts'

/**
 * Who owns the finding of a draft, if it is not its operation: what several operations share is one cause, and one
 * finding. `location` is that of the draft, without secrets.
 */
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

/** The body schema of an error response that is written in its operation: its text stands for it wherever it is repeated. */
export interface InlineError {
  readonly status: number
  readonly schema: Json
}

/** Who owns what violates an inline schema of errors: every operation that repeats it, by its status family and its text. */
export function ownerOfInline({ status, schema }: InlineError, location: Pointer, key: Json): Owned {
  return { owner: { status: familyOf(status) }, key: [key, location, sha256(JSON.stringify(schema))] }
}

/** An owner, and the key that distinguishes its findings. */
export interface Owned {
  readonly owner: Pick<Site, 'status'>
  readonly key: Json
}

/** Keywords of an object that its members break: the member is the last token of the location. */
const ofMembers = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames'])

/** Whether the location is a property of what `schemaPointer` describes. */
function isNamed(ruleId: string, { keyword, key }: DriftDraft): boolean {
  return (
    (ruleId === 'undocumented-property' && typeof key === 'string') ||
    ruleId === 'required-conformance' ||
    ofMembers.has(keyword ?? '')
  )
}
