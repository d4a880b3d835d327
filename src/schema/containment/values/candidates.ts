import type { Json } from '../../../model/json.ts'
import { sampleAll } from '../../sampling/sample.ts'
import type { Took } from '../../sampling/search.ts'
import { type Expr, nameOf, type Operand, type Side } from '../operand.ts'

const ordinary: readonly Json[] = ['text', '', 0, 1, -1, 0.5, true, false, null, [], {}]

/** Yields candidate values: samples of the schemas and one value of each type. */
export function* candidatesFor({ pos, neg }: Expr, took: Took): Generator<Json> {
  for (const operand of pos) yield* samplesOf(operand, took)
  yield* ordinary
  for (const operand of neg) yield* samplesOf(operand, took)
}

const known = new WeakMap<Side, Map<string, readonly Json[]>>()
/** Steps per sample. Questions are frequent, and an exhaustive search over many choices would take a second. */
const steps = 2_000

/** Yields a minimal and a full sample, if the search finds them. */
function* samplesOf(operand: Operand, took: Took): Generator<Json> {
  const { side, parts, chosen } = operand
  if (parts.length === 0) return
  const instances = known.get(side) ?? new Map<string, readonly Json[]>()
  known.set(side, instances)
  for (const full of [false, true]) {
    const key = `${full} ${nameOf(operand)}`
    const options = { direction: side.way, full, steps, took }
    const found =
      instances.get(key) ??
      [sampleAll(side.reader.document, parts, chosen, options)].flatMap((value) => (value === undefined ? [] : [value]))
    instances.set(key, found)
    yield* found
  }
}
