/** What became of resources of the target. `left-behind`: the run created them, and did not delete them. */
export const targetChangeKinds = ['created', 'changed', 'deleted', 'left-behind'] as const

/** One of `targetChangeKinds`. */
export type TargetChangeKind = (typeof targetChangeKinds)[number]

/** What the calls of one operation did to data of the target. */
export interface TargetChange {
  readonly kind: TargetChangeKind
  /** That was called; of what is left behind, the one that created it. */
  readonly operation: string
  /** Resources; responses, where they name none. */
  readonly count: number
  /** Paths of the first resources, redacted: `/orders/7`. */
  readonly names: readonly string[]
  /** Why it is left behind. */
  readonly because?: string
  /** The run is not known to have created them. */
  readonly wasThere?: true
}
