import type { Json } from '../../model/json.ts'
import type { IsValid } from '../compiling/sharing.ts'

/** Results that are memoised within one validation, once it proves to be a long one. */
export interface Recall {
  /** Starts another value: memoised results are dropped. */
  begin(): void
  /** The result of a validator for a part of the value. */
  recall(isValid: IsValid, value: Json): boolean
}

/** Validations of usual bodies end before; memoising would take longer than to validate again. */
const stepLimit = 20_000

/**
 * Branches that lead to the same schema need the same result repeatedly: forty levels of two need it 2^40 times.
 * Results are kept for one validation only, because digits of numbers (`withExact`) count for one value.
 */
export function createRecall(): Recall {
  let steps = 0
  let known = new Map<IsValid, Map<Json, boolean>>()
  return {
    begin() {
      steps = 0
      if (known.size > 0) known = new Map()
    },
    recall(isValid, value) {
      if (++steps < stepLimit) return isValid(value)
      const verdicts = known.get(isValid) ?? new Map<Json, boolean>()
      known.set(isValid, verdicts)
      const verdict = verdicts.get(value) ?? isValid(value)
      verdicts.set(value, verdict)
      return verdict
    },
  }
}
