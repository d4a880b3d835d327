import type { Json, Pointer } from '../../model/json.ts'
import type { Violation } from '../../model/observation.ts'

/** Keywords whose violation explains all others at the same location, strongest first. */
const ranks: readonly (readonly string[])[] = [
  ['nullable'],
  ['type', 'false', 'writeOnly'],
  ['discriminator', 'const', 'enum'],
]

const rankOf = ({ keyword }: Violation): number => {
  const rank = ranks.findIndex((keywords) => keywords.includes(keyword))
  return rank < 0 ? ranks.length : rank
}

/** Keeps one violation per location and cause: with a wrong type, other violations of the value are redundant. */
export function onePerCause(found: readonly Violation[]): readonly Violation[] {
  if (found.length < 2) return found
  const byLocation = new Map<Pointer, Violation[]>()
  for (const violation of found) {
    const there = byLocation.get(violation.instancePointer)
    if (there === undefined) byLocation.set(violation.instancePointer, [violation])
    else there.push(violation)
  }
  return [...byLocation.values()].flatMap((there) => {
    const rank = Math.min(...there.map(rankOf))
    if (rank < ranks.length) return there.filter((one) => rankOf(one) === rank).slice(0, 1)
    const causes = there.map(({ keyword, property }) => `${keyword} ${property ?? ''}`)
    return there.filter((_, index) => causes.indexOf(causes[index] ?? '') === index)
  })
}

/** Violations of the closest branch, and the order of branches. */
export interface BestBranch {
  readonly found: readonly Violation[]
  /** Branch indexes, closest first; `undefined` if no branch has the right type. */
  readonly order?: readonly number[]
}

/**
 * Selects the branch that was most likely intended: by type, then tag, then number of violations. If no branch has the right
 * type, returns one violation that names all types.
 */
export function bestBranch(
  branches: readonly (readonly Violation[])[],
  pointer: Pointer,
  mismatchedType: (types: readonly Json[]) => Violation,
): BestBranch {
  const candidates = branches.map((found, index) => ({ found, index, score: scoreOf(found, pointer) }))
  candidates.sort((a, b) => a.score[0] - b.score[0] || a.score[1] - b.score[1] || a.score[2] - b.score[2])
  const best = candidates[0]
  if (best === undefined) return { found: [] }
  const types = branches.flatMap((found) =>
    found.filter((one) => one.instancePointer === pointer && one.keyword === 'type'),
  )
  const isHopeless = branches.length > 1 && types.length === branches.length
  return isHopeless
    ? { found: [mismatchedType([...new Set(types.flatMap(({ expected }) => expected))])] }
    : { found: best.found, order: candidates.map(({ index }) => index) }
}

function scoreOf(found: readonly Violation[], pointer: Pointer): readonly [number, number, number] {
  const here = found.some((one) => one.instancePointer === pointer && rankOf(one) < ranks.length)
  const tags = found.filter(({ keyword, instancePointer }) => {
    const isDirect = instancePointer.slice(0, instancePointer.lastIndexOf('/')) === pointer
    return isDirect && (keyword === 'const' || keyword === 'enum' || keyword === 'discriminator')
  })
  return [here ? 1 : 0, tags.length, found.length]
}
