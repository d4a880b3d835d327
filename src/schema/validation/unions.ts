import type { Pointer } from '../../model/json.ts'
import type { CheckedUnion, Violation } from '../../model/observation.ts'
import type { SchemaBuilder } from '../compiling/build.ts'
import type { Generated } from '../compiling/generated.ts'
import type { BestBranch } from './violations.ts'

/** Locations of a union and the value. */
type UnionSite = Omit<CheckedUnion, 'branches'>

/** Maximum number of enclosing unions recorded, innermost first. */
const mostUnions = 3

/** Returns the violation for a value that matches more than one `oneOf` branch. */
export function severalFit(
  builder: SchemaBuilder,
  violation: Violation,
  site: UnionSite,
  fitting: readonly Generated[],
): Violation {
  const branches = fitting.map((branch) => ({ schemaPointer: branchPointer(builder, branch), violations: [] }))
  return { ...violation, unions: [{ ...site, branches }] }
}

/** Returns the violations of the closest branch, with the union they belong to. `found`: violations by branch. */
export function noneFits(
  builder: SchemaBuilder,
  { found: best, order }: BestBranch,
  site: UnionSite,
  { branches, found }: { readonly branches: readonly Generated[]; readonly found: readonly (readonly Violation[])[] },
): Violation[] {
  const isChoice = branches.filter((branch) => !isNullOnly(branch)).length > 1
  if (order === undefined || !isChoice) return [...best]
  const ordered = order.flatMap((at) => {
    const branch = branches[at]
    return branch === undefined ? [] : [{ schemaPointer: branchPointer(builder, branch), violations: found[at] ?? [] }]
  })
  const union = { ...site, branches: ordered }
  return best.map((one) => ({ ...one, unions: [union, ...(one.unions ?? [])].slice(-mostUnions) }))
}

/** `anyOf: [X, { type: null }]` is the 3.1 spelling of nullable, not a choice. */
function isNullOnly(branch: Generated): boolean {
  const { type, const: only, enum: values } = branch
  return type === 'null' || only === null || (Array.isArray(values) && values.every((value) => value === null))
}

/** Returns the pointer of the branch, or of the target if the branch is a plain `$ref`. */
function branchPointer(builder: SchemaBuilder, branch: Generated): Pointer {
  const { $ref, ...rest } = branch
  return typeof $ref === 'string' && Object.keys(rest).length === 0
    ? builder.target($ref).pointer
    : builder.origin(branch).pointer
}
