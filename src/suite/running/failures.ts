/**
 * Errors that make a suite's test fail for a reason that is in its records already: the reader of the run takes
 * the record and ignores the error. They reach the reporter as plain objects, so they are recognised by name.
 */
export class DriftFound extends Error {
  override readonly name = 'DriftFound'
}

/** The call got no response that could be checked. */
export class TestInconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** The status is not the one the test expected. */
export class ExpectationUnmet extends Error {
  override readonly name = 'ExpectationUnmet'
}

/** What an earlier call was to leave is not there, because that call failed or was not made. */
export class NotCaptured extends Error {
  override readonly name = 'NotCaptured'
}

/** The run was stopped: nothing more is sent but by cleanups. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

const recorded: ReadonlySet<string> = new Set(['DriftFound', 'Inconclusive', 'ExpectationUnmet', 'RunStopped'])

/** Whether the reason of an error is in the records of its test. */
export function isRecorded(error: { readonly name?: string }): boolean {
  return recorded.has(error.name ?? '')
}
