/** What loads chunks and what they hold are bundled apart from each other. */
const key = Symbol.for('specdrift.keepCode')

type Global = typeof globalThis & { [key]?: () => void }

/** Says what keeps the code of this thread. */
export function onKeepCode(keep: () => void): void {
  const around: Global = globalThis
  around[key] = keep
}

/** Keeps what V8 compiled in this thread for the next run: before a thread ends, which is ended from outside. */
export function keepCode(): void {
  const around: Global = globalThis
  around[key]?.()
}
