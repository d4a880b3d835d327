import type { Json } from '../../model/json.ts'
import type { Judge } from '../compiling/sharing.ts'

/** Verdicts that are kept within one judgement, once it turns out to be a long one. */
export interface Recall {
  /** Another value is judged: what was kept is forgotten. */
  begin(): void
  /** A judge's verdict on a part of the value. */
  recall(judge: Judge, value: Json): boolean
}

/** Judgements of honest bodies end before; keeping verdicts would take longer than to judge again. */
const stepLimit = 20_000

/**
 * Branches that lead to the same schema ask for the same verdict again and again: forty levels of two ask 2^40 times.
 * What is kept serves for one judgement only, because digits of numbers (`withExact`) count for one value.
 */
export function createRecall(): Recall {
  let asked = 0
  let known = new Map<Judge, Map<Json, boolean>>()
  return {
    begin() {
      asked = 0
      if (known.size > 0) known = new Map()
    },
    recall(judge, value) {
      if (++asked < stepLimit) return judge(value)
      const verdicts = known.get(judge) ?? new Map<Json, boolean>()
      known.set(judge, verdicts)
      const verdict = verdicts.get(value) ?? judge(value)
      verdicts.set(value, verdict)
      return verdict
    },
  }
}
