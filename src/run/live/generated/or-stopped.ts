/** So many milliseconds a request may still take that is under way when the run is stopped: it may make something. */
const underWayMs = 2_000

/** The result, or nothing where it does not come soon once the run is stopped. */
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
