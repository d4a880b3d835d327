import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationKey } from '../../../model/operation.ts'

/** After so many operations that ignored the credential, where none needed one, the target checks none. */
const mostIgnoring = 10

/** Whether a target checks credentials at all: one that does not is one cause, not one for each operation. */
export interface AuthWatch {
  /** Takes in the status that a request without a valid credential got; others say nothing. */
  hear(one: GeneratedCase, status: number | undefined): void
  /** Whether a case would say again what is known; it is remembered as not sent. */
  isKnown(one: GeneratedCase): boolean
  readonly unsent: readonly GeneratedCase[]
  readonly because: string
}

/** Starts without knowing. */
export function createAuthWatch(): AuthWatch {
  const ignoring = new Set<OperationKey>()
  const unsent: GeneratedCase[] = []
  let isChecked = false
  return {
    hear({ mode, operation }, status = 0) {
      // A 401 to our own credential says that it is not the right one there, not that others are refused.
      if (mode !== 'auth') return
      if (status === 401 || status === 403) isChecked = true
      if (status >= 200 && status <= 299) ignoring.add(operation.key)
    },
    isKnown(one) {
      const isIt = one.mode === 'auth' && !isChecked && ignoring.size >= mostIgnoring
      if (isIt) unsent.push(one)
      return isIt
    },
    unsent,
    because: `${mostIgnoring} operations took requests without a valid credential and none refused one: the target checks none`,
  }
}
