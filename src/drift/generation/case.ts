import type { Json, Pointer } from '../../model/json.ts'
import type { GeneratedRequest } from '../../model/live/generated.ts'
import type { Operation } from '../../model/operation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import type { RequestInput } from '../planning/plan.ts'

/** A generated request: how it differs from the plain one of its operation. */
export interface GeneratedCase extends GeneratedRequest {
  readonly operation: Operation
  readonly input: RequestInput
  /** `auth` only: without a credential, or with a wrong one. */
  readonly auth?: string | false
  /** What it combines, each alone: sent when its response is at fault, to see which of them it is. */
  readonly parts?: readonly GeneratedCase[]
}

/** One way to make a value at one location. */
export interface ValueCase {
  /** `is above its maximum` */
  readonly what: string
  readonly value: Json
}

/** A change of the plain request at one location, after which it is still valid. */
export interface Variation {
  /** `query limit`, `body /tags` */
  readonly location: string
  readonly what: string
  /** Where the description describes it. */
  readonly schemaPointer?: Pointer
  /** The request with the change; undefined where another change has taken its location away. */
  apply(input: RequestInput): RequestInput | undefined
}

/** The parts of a case without its id. */
export type CaseParts = Omit<GeneratedCase, 'id' | 'parts'>

const prefixes = { positive: 'pos', negative: 'neg', auth: 'auth', unknown: 'unk', stateful: 'seq' } as const

/** Derives the id of a case from its own content, not from responses: the same in every run of the same description. */
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

/** The keyword that decides whether a value is valid, by how the value was chosen. */
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
