/** Milliseconds from the stop of a run to its end, whatever is left to be cleaned up; a runner of GitHub waits 7.5 s. */
export const graceMs = 5_000
