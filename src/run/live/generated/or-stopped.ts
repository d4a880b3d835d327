/** Milliseconds granted to a running request when the run is stopped, because it may create a resource. */
const underWayMs = 2_000

/** Returns the result, or undefined if it doesn't arrive soon after the run is stopped. */
export async function orStopped<T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T | undefined> {
  if (stop === undefined) return work
  let end = (): void => {}
  let timer: NodeJS.Timeout | undefined
  const stopped = new Promise<undefined>((done) => {
    end = () => {
      timer = setTimeout(() => done(undefined), underWayMs)
    }
    stop.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}
