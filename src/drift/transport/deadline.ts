/** Delay after which a late timer means that our own work blocked the event loop. */
const heldUpMs = 50

/** Returns a signal that aborts with a TimeoutError. Time in which our own work blocked the event loop doesn't count. */
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
