/** What loads chunks and what they hold are bundled apart from each other. */
const key = Symbol.for('specdrift.keepCode')

interface Keeper {
  readonly keep: () => void
  readonly folder: string | undefined
}

type Global = typeof globalThis & { [key]?: Keeper }

/** Says what keeps the code of this thread, and in which folder, where there is one that is the user's alone. */
export function onKeepCode(keep: () => void, folder: string | undefined): void {
  const around: Global = globalThis
  around[key] = { keep, folder }
}

/** Keeps what V8 compiled in this thread for the next run: before a thread ends, which is ended from outside. */
export function keepCode(): void {
  const around: Global = globalThis
  around[key]?.keep()
}

/** The folder for code that is run again: nobody else can write to it. */
export function codeFolder(): string | undefined {
  const around: Global = globalThis
  return around[key]?.folder
}
