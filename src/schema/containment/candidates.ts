import type { Json } from '../../model/json.ts'
import { sample } from '../sample.ts'
import type { Expr, Operand } from './operand.ts'

const ordinary: readonly Json[] = ['text', '', 0, 1, -1, 0.5, true, false, null, [], {}]

/** Values that are worth a try where nothing is known: instances of the schemas, and one of every type. */
export function candidatesFor({ pos, neg }: Expr): readonly Json[] {
  return [...pos.flatMap(samplesOf), ...ordinary, ...neg.flatMap(samplesOf)]
}

/** A lean and a full instance, as far as one is found. */
function samplesOf({ side, parts }: Operand): readonly Json[] {
  const [first] = parts
  if (first === undefined) return []
  const pointer = parts.map((part) => part.pointer).join(' & ')
  const whole = parts.length === 1 ? first : { node: { allOf: parts.map(({ node }) => node) }, pointer }
  return [false, true].flatMap((full) => {
    const value = sample(side.reader.document, whole, { direction: side.way, full })
    return value === undefined ? [] : [value]
  })
}
