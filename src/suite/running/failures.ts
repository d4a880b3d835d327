/**
 * Errors that fail a test for a reason already in its records, so they aren't reported again. They reach the reporter as plain
 * objects and are recognized by name.
 */
export class DriftFound extends Error {
  override readonly name = 'DriftFound'
}

/** The call got no response that could be checked. */
export class TestInconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** The status isn't the one the test expects. */
export class ExpectationUnmet extends Error {
  override readonly name = 'ExpectationUnmet'
}

/** A captured value is missing, because its call failed or wasn't made. */
export class NotCaptured extends Error {
  override readonly name = 'NotCaptured'
}

/** The run was stopped: only cleanups may send requests. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

const recorded: ReadonlySet<string> = new Set(['DriftFound', 'Inconclusive', 'ExpectationUnmet', 'RunStopped'])

/** Returns whether the records of the test contain the reason of an error. */
export function isRecorded(error: { readonly name?: string }): boolean {
  return recorded.has(error.name ?? '')
}
