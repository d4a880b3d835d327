import type { Json, Pointer } from '../json.ts'
import type { OperationKey } from '../operation.ts'

/** A generated request, sent to test whether the API accepts or rejects it. */
export interface GeneratedRequest {
  /** `neg-1a2b3c4d`, stable across runs. */
  readonly id: string
  /** Valid, invalid, without credentials, for a missing resource, or part of a sequence. */
  readonly mode: 'positive' | 'negative' | 'auth' | 'unknown' | 'stateful'
  /** Generated part: `query page`, `body /amount`. */
  readonly location: string
  /** Property of the generated value: `is above its maximum`. */
  readonly what: string
  /** Keyword that makes it valid or invalid: `maximum`. */
  readonly keyword?: string
  /** Pointer to the schema of the generated part. */
  readonly schemaPointer?: Pointer
  /** `stateful` only: the state that the request verifies. */
  readonly after?: AfterCall
}

/** Action of a sequence before the request that verifies it. `by`: operation that performed the action. */
export type AfterCall =
  | { readonly kind: 'created' | 'deleted' | 'listed'; readonly by: OperationKey }
  /** The list should contain the resource. */
  | { readonly kind: 'to-be-listed'; readonly by: OperationKey; readonly id: string | number }
  | { readonly kind: 'updated'; readonly by: OperationKey; readonly fields: readonly WrittenField[] }

/** Property written by an update. */
export interface WrittenField {
  readonly name: string
  readonly before: Json
  readonly written: Json
}
