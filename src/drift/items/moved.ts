import type { Pointer } from '../../model/json.ts'
import type { CheckedUnion, Violation } from '../../model/observation.ts'
import type { ValidatedBody } from '../checking/validate-body.ts'

/** Position in the body of a value that was validated separately. */
export interface Inside {
  readonly pointer: Pointer
  /** The pointer with `*` for indexes. */
  readonly location: Pointer
}

/** Returns results of a value with pointers into the body that contains it. */
export function moved(validated: ValidatedBody, to: Inside): Omit<ValidatedBody, 'notChecked'> {
  const { violations, unlisted, undocumented } = validated
  const at = <T extends { readonly instancePointer: Pointer; readonly location: Pointer }>(one: T): T => ({
    ...one,
    instancePointer: to.pointer + one.instancePointer,
    location: to.location + one.location,
  })
  const violation = (one: Violation): Violation =>
    one.unions === undefined ? at(one) : { ...at(one), unions: one.unions.map(union) }
  const union = (one: CheckedUnion): CheckedUnion => ({
    ...one,
    instancePointer: to.pointer + one.instancePointer,
    branches: one.branches.map((branch) => ({ ...branch, violations: branch.violations.map(violation) })),
  })
  return {
    violations: violations.map(violation),
    unlisted: unlisted.map(violation),
    undocumented: undocumented.map(at),
  }
}
