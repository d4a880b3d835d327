import type { Json } from '../../model/json.ts'
import type { GeneratedRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import type { RequestInput } from '../planning/plan.ts'

/** A made-up request: what it changes of the plain one of its operation. */
export interface GeneratedCase extends GeneratedRequest {
  readonly operation: Operation
  readonly input: RequestInput
  /** `auth` only: without a credential, or with a wrong one. */
  readonly auth?: string | false
}

/** One way to make a value at one place. */
export interface ValueCase {
  /** `is above its maximum` */
  readonly what: string
  readonly value: Json
}

/** What makes a case, apart from its id. */
export type CaseParts = Omit<GeneratedCase, 'id'>

const prefixes = { positive: 'pos', negative: 'neg', auth: 'auth' } as const

/** Names a case by what it is, and by nothing an answer has given: the same in every run of the same description. */
export function makeCase(parts: CaseParts): GeneratedCase {
  const { operation, mode, place, what, input, auth } = parts
  const identity = JSON.stringify(['v1', operation.key, mode, place, what, input, auth ?? null])
  return { ...parts, id: `${prefixes[mode]}-${sha256(identity).slice(0, 8)}` }
}
