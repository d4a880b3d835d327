/** Kinds of changes to resources of the target. `left-behind`: created by the run and not deleted. */
export const targetChangeKinds = ['created', 'changed', 'deleted', 'left-behind'] as const

export type TargetChangeKind = (typeof targetChangeKinds)[number]

/** Changes to the target's data by one operation. */
export interface TargetChange {
  readonly kind: TargetChangeKind
  /** Operation that was called. For left-behind resources, the one that created them. */
  readonly operation: string
  /** Number of resources, or of responses that name no resource. */
  readonly count: number
  /** Redacted paths of the first resources: `/orders/7`. */
  readonly names: readonly string[]
  /** Why a resource was left behind. */
  readonly because?: string
  /** Set if the run may not have created the resources. */
  readonly wasThere?: true
}
