import type { Pointer } from '../../model/json.ts'
import type { CheckedUnion, Violation } from '../../model/observation.ts'
import type { SchemaBuilder } from '../compiling/build.ts'
import type { Generated } from '../compiling/generated.ts'
import type { BestBranch } from './violations.ts'

/** Where a union is, and where the value that it is about. */
type UnionSite = Omit<CheckedUnion, 'branches'>

/** So many unions around a location are kept, the innermost. */
const mostUnions = 3

/** The violation of a value that fits several branches of which it may fit one, with these. */
export function severalFit(
  builder: SchemaBuilder,
  violation: Violation,
  site: UnionSite,
  fitting: readonly Generated[],
): Violation {
  const branches = fitting.map((branch) => ({ schemaPointer: branchPointer(builder, branch), violations: [] }))
  return { ...violation, unions: [{ ...site, branches }] }
}

/** The violations of the nearest branch, with the union they were found in; `found` by branch. */
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

/** `anyOf: [X, { type: null }]` is how 3.1 says nullable: there is nothing to choose. */
function isNullOnly(branch: Generated): boolean {
  const { type, const: only, enum: values } = branch
  return type === 'null' || only === null || (Array.isArray(values) && values.every((value) => value === null))
}

/** Of what a branch that is only a reference refers to, else of the branch. */
function branchPointer(builder: SchemaBuilder, branch: Generated): Pointer {
  const { $ref, ...rest } = branch
  return typeof $ref === 'string' && Object.keys(rest).length === 0
    ? builder.target($ref).pointer
    : builder.origin(branch).pointer
}
