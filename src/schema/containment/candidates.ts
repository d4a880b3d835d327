import type { Json } from '../../model/json.ts'
import { sampleAll } from '../sample.ts'
import type { Expr, Operand } from './operand.ts'

const ordinary: readonly Json[] = ['text', '', 0, 1, -1, 0.5, true, false, null, [], {}]

/** Values that are worth a try where nothing is known: instances of the schemas, and one of every type. */
export function* candidatesFor({ pos, neg }: Expr): Generator<Json> {
  for (const operand of pos) yield* samplesOf(operand)
  yield* ordinary
  for (const operand of neg) yield* samplesOf(operand)
}

/** A lean and a full instance, as far as one is found. */
function* samplesOf({ side, parts, chosen = [] }: Operand): Generator<Json> {
  if (parts.length === 0) return
  for (const full of [false, true]) {
    const value = sampleAll(side.reader.document, parts, chosen, { direction: side.way, full })
    if (value !== undefined) yield value
  }
}
