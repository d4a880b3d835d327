/** Errors for failures already in the records. The reporter gets plain objects and recognizes these by name. */
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

export function isRecorded(error: { readonly name?: string }): boolean {
  return recorded.has(error.name ?? '')
}
