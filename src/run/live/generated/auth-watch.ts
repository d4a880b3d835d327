import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationKey } from '../../../model/operation.ts'

/** Number of operations ignoring the credential after which the target counts as unprotected, if none requires one. */
const mostIgnoring = 10

/** Detects a target that checks no credentials, which is one cause rather than a finding per operation. */
export interface AuthWatch {
  /** Records the status of a request without a valid credential; other requests are ignored. */
  hear(one: GeneratedCase, status: number | undefined): void
  /** Returns whether a case would only repeat the conclusion, and records it as unsent. */
  isKnown(one: GeneratedCase): boolean
  readonly unsent: readonly GeneratedCase[]
  readonly because: string
}

export function createAuthWatch(): AuthWatch {
  const ignoring = new Set<OperationKey>()
  const unsent: GeneratedCase[] = []
  let isChecked = false
  return {
    hear({ mode, operation }, status = 0) {
      // A 401 for our own credential means that it is wrong there, not that others are rejected.
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
