/** Milliseconds from the stop of a run to its end, even if cleanups remain. A GitHub runner waits 7.5 s. */
export const graceMs = 5_000
