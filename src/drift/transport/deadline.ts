/** A timer that fires so much too late was held up by work of our own. */
const heldUpMs = 50

/**
 * A signal that aborts with a TimeoutError after so many milliseconds. Time in which our own work held up the process
 * is not the API's: a response that arrived meanwhile is read first.
 */
export function deadlineSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const wait = (left: number): void => {
    const due = performance.now() + left
    const timer = setTimeout(() => {
      const late = performance.now() - due
      if (late > heldUpMs) wait(late)
      else controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    }, left)
    timer.unref()
  }
  wait(milliseconds)
  return controller.signal
}
