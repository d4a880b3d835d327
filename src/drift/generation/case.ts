import type { Json, Pointer } from '../../model/json.ts'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import type { Operation } from '../../model/operation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import type { RequestInput } from '../planning/plan.ts'

/** A generated request and its difference from the operation's plain request. */
export interface GeneratedCase extends GeneratedRequest {
  readonly operation: Operation
  readonly input: RequestInput
  /** Only for `auth`: `false` for no credential, or a wrong one. */
  readonly auth?: string | false
  /** The combined variations as separate cases, sent after a failure to find the one responsible. */
  readonly parts?: readonly GeneratedCase[]
}

/** One generated value for a location. */
export interface ValueCase {
  /** For example `is above its maximum`. */
  readonly what: string
  readonly value: Json
}

/** A change to the plain request at one location that keeps it valid. */
export interface Variation {
  /** For example `query limit`, `body /tags`. */
  readonly location: string
  readonly what: string
  readonly schemaPointer?: Pointer
  /** Returns the changed request; undefined if another change removed the location. */
  apply(input: RequestInput): RequestInput | undefined
}

/** A case before its id is derived. */
export type CaseParts = Omit<GeneratedCase, 'id' | 'parts'>

const prefixes = { positive: 'pos', negative: 'neg', auth: 'auth', unknown: 'unk', stateful: 'seq' } as const

/** Derives the id from the content of a case, not from responses, so that every run has the same ids. */
export function makeCase(parts: CaseParts): GeneratedCase {
  const { operation, mode, location, what, input, auth } = parts
  const identity = JSON.stringify(['v1', operation.key, mode, location, what, input, auth ?? null])
  const keyword = keywords.find(([words]) => words.test(what))?.[1]
  return {
    ...parts,
    id: `${prefixes[mode]}-${sha256(identity).slice(0, 8)}`,
    ...(keyword !== undefined && { keyword }),
  }
}

/** Maps the kind of a value to the keyword that decides its validity. */
const keywords: readonly (readonly [what: RegExp, keyword: string])[] = [
  [/^(is missing|is left out|has only what is required)/, 'required'],
  [/^has a property that is not allowed/, 'additionalProperties'],
  [/^is null/, 'nullable'],
  [/^(is false|is true|is an object|is a list|has a wrong type|has a fraction)/, 'type'],
  [/^(is not a listed value|is ")/, 'enum'],
  [/exclusive minimum/, 'exclusiveMinimum'],
  [/exclusive maximum/, 'exclusiveMaximum'],
  [/minimum/, 'minimum'],
  [/maximum/, 'maximum'],
  [/short/, 'minLength'],
  [/long/, 'maxLength'],
  [/few items/, 'minItems'],
  [/many items/, 'maxItems'],
  [/few properties/, 'minProperties'],
  [/many properties/, 'maxProperties'],
  [/pattern/, 'pattern'],
  [/^is no multiple/, 'multipleOf'],
  [/^is no /, 'format'],
  [/^has an item twice/, 'uniqueItems'],
]
