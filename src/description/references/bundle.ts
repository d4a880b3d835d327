import type { Flaw } from '../../model/document.ts'
import { ToolError } from '../../model/errors.ts'
import type { Json, Pointer } from '../../model/json.ts'
import { fragmentToPointer } from '../../util/pointer.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import { mountPoint, type Sources } from '../reading/parse.ts'
import type { Source } from '../reading/parse-text.ts'
import type { Confinement } from './confine.ts'
import { type Reference, referencesOf, splitRef } from './references.ts'

/** Reads a file that the confinement allows. Throws ToolError. */
export type ReadSource = (location: string) => Promise<Source>

/** Far above public multi-file descriptions, which have about a thousand files and 50 MB. */
const budget: Budget = { bytes: 500 * 1024 * 1024, milliseconds: 300_000 }

export interface Budget {
  readonly bytes: number
  readonly milliseconds: number
}

/** Loads referenced files within the confinement and rewrites `$ref`s. Unreadable files become flaws. Mutates the parsed roots. */
export async function bundle(
  main: Source,
  base: string,
  confinement: Confinement,
  read: ReadSource,
  limits = budget,
): Promise<Omit<Sources, 'name'>> {
  if (!main.mayLeaveFile) return { main }
  const externals = new Map<string, Source>()
  let bytes = main.content.length
  const started = performance.now()
  const flaws: Flaw[] = []
  const mounts = new Map<string, Pointer | undefined>([[base, '']])
  const queue: { readonly root: Json; readonly location: string; readonly mount: Pointer }[] = [
    { root: main.root, location: base, mount: '' },
  ]

  /** Loads a file once. Returns undefined if it is unreadable, which is reported once. */
  async function mounted(location: string, at: Pointer, ref: string): Promise<Pointer | undefined> {
    if (mounts.has(location)) return mounts.get(location)
    mounts.set(location, undefined)
    try {
      if (bytes > limits.bytes) throw new Error(`the files read before have more than ${limits.bytes} bytes`)
      if (performance.now() - started > limits.milliseconds)
        throw new Error(`the files read before took more than ${limits.milliseconds / 1000} s`)
      const source = await read(location)
      bytes += source.content.length
      const path = confinement.pathOf(location)
      const mount = mountPoint(path)
      externals.set(path, source)
      mounts.set(location, mount)
      queue.push({ root: source.root, location, mount })
      return mount
    } catch (error) {
      flaws.push({ pointer: at, message: `not read: $ref ${withoutSecrets(ref)}: ${reasonOf(error)}` })
      return undefined
    }
  }

  async function visit(reference: Reference, from: { location: string; mount: Pointer }): Promise<void> {
    const { ref } = reference
    const at = from.mount + reference.pointer
    const { target, fragment } = splitRef(ref)
    const pointer = fragmentToPointer(fragment)
    const resolution = target === '' ? { location: from.location } : confinement.resolve(target, from.location)
    if ('refused' in resolution) {
      flaws.push({ pointer: at, message: `refused: $ref ${withoutSecrets(ref)}: ${resolution.refused}` })
      return
    }
    if (pointer === undefined) {
      if (from.mount !== '' || target !== '')
        flaws.push({
          pointer: at,
          message: `not read: $ref ${withoutSecrets(ref)}: only JSON pointers are followed, no anchors`,
        })
      return
    }
    const mount = await mounted(resolution.location, at, ref)
    if (mount !== undefined) rewrite(reference, mount + pointer)
  }

  for (const file of queue) for (const reference of referencesOf(file.root)) await visit(reference, file)
  return { main, externals, flaws }
}

function rewrite({ holder, key }: Reference, pointer: Pointer): void {
  // The tree was parsed for this bundle and isn't shared yet.
  const writable = holder as { [key: string]: Json }
  writable[key] = `#${encodeURI(pointer)}`
}

function reasonOf(error: unknown): string {
  if (error instanceof ToolError) return error.message.replace(/\.$/, '')
  return error instanceof Error ? error.message : String(error)
}
