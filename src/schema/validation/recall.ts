import type { Json } from '../../model/json.ts'
import type { IsValid } from '../compiling/sharing.ts'

/** Cache of results within a validation, used only by long ones. */
export interface Recall {
  /** Starts the next value and clears the cache. */
  begin(): void
  /** Returns the result of a validator for a part of the value. */
  recall(isValid: IsValid, value: Json): boolean
}

/** Usual bodies need fewer steps, and caching would slow them down. */
const stepLimit = 20_000

/** Creates the cache. Without it, nested branches with the same schema could be validated 2^40 times. Results apply to one value only. */
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
