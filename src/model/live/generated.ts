import type { Json, Pointer } from '../json.ts'
import type { OperationKey } from '../operation.ts'

/** A generated request: sent to see whether it is accepted or refused. */
export interface GeneratedRequest {
  /** `neg-1a2b3c4d`: the same over runs. */
  readonly id: string
  /** Valid, invalid, without the credential it needs, for a resource that does not exist, or one of a sequence. */
  readonly mode: 'positive' | 'negative' | 'auth' | 'unknown' | 'stateful'
  /** What of it was chosen: `query page`, `body /amount`. */
  readonly location: string
  /** How it was chosen: `is above its maximum`. */
  readonly what: string
  /** The keyword that says whether it is valid: `maximum`. */
  readonly keyword?: string
  /** Where the description describes what was chosen. */
  readonly schemaPointer?: Pointer
  /** `stateful` only: what it looks for. */
  readonly after?: AfterCall
}

/** What a sequence did to a resource before the request that looks for it; `by`: the operation that did it. */
export type AfterCall =
  | { readonly kind: 'created' | 'deleted' | 'listed'; readonly by: OperationKey }
  /** The list is to show it. */
  | { readonly kind: 'to-be-listed'; readonly by: OperationKey; readonly id: string | number }
  | { readonly kind: 'updated'; readonly by: OperationKey; readonly fields: readonly WrittenField[] }

/** A property that an update wrote. */
export interface WrittenField {
  readonly name: string
  readonly before: Json
  readonly written: Json
}
