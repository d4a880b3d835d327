import { everything } from './code-points.ts'
import type { TextState } from './subsets.ts'
import type { PatternNode } from './syntax.ts'

/** How many characters a text may have. */
interface Lengths {
  readonly least: number
  readonly most: number
}

/** The lengths that a pattern is about when it is about nothing else, as `^[\s\S]{2,64}$`; else undefined. */
export function lengthsOf(pattern: PatternNode): Lengths | undefined {
  if (pattern.kind !== 'sequence' || pattern.parts.length !== 3) return undefined
  const [start, body, end] = pattern.parts
  if (start?.kind !== 'start' || body?.kind !== 'repeat' || end?.kind !== 'end') return undefined
  const isAny = body.body.kind === 'read' && body.body.set.join() === everything.join()
  return isAny ? { least: body.least, most: body.most } : undefined
}

/** The state before the first character of a text that is only counted: an automaton would have a state a character. */
export function beginCount({ least, most }: Lengths): TextState {
  // Beyond the last length that is distinguished from the next one, a text stays where it is.
  const last = most === Number.POSITIVE_INFINITY ? least : Math.max(least, most + 1)
  const states: TextState[] = []
  const after = (count: number): TextState => {
    states[count] ??= {
      id: count,
      accepts: count >= least && count <= most,
      step: () => after(Math.min(count + 1, last)),
    }
    return states[count]
  }
  return after(0)
}
