import type { Document, Flaw } from '../model/document.ts'
import type { Json, Pointer } from '../model/json.ts'
import { own, ownEntries } from '../util/json.ts'
import { fragmentToPointer, joinPointer } from '../util/pointer.ts'
import { externalFiles, mountPoint, sourcesOf } from './parse.ts'
import { type Reference, referencesOf } from './references.ts'

/** Every local `$ref` of a description that leads nowhere, or only back to itself. */
export function danglingRefs(document: Document): readonly Flaw[] {
  if (allResolve(document)) return []
  const unresolved = [
    ...localRefs(document.root, ''),
    ...ownEntries(document.root, externalFiles).flatMap(([path, file]) => localRefs(file, mountPoint(path))),
  ].filter(({ ref }) => document.resolve(ref) === undefined)
  return unresolved.flatMap(({ ref, pointer }) => {
    const why = reasonOf(document, ref, pointer)
    return why === undefined ? [] : [{ pointer: joinPointer(pointer, '$ref'), message: `skipped: $ref ${ref} ${why}` }]
  })
}

/** One that leaves the description has its own flaw. */
function localRefs(root: Json, base: Pointer): readonly Reference[] {
  return referencesOf(root)
    .filter(({ key, ref }) => key === '$ref' && ref.startsWith('#'))
    .map((reference) => ({ ...reference, pointer: `${base}${reference.pointer}` }))
}

/** Undefined when the fault is another reference on the way, which is told of where it stands. */
function reasonOf(document: Document, ref: string, holder: Pointer): string | undefined {
  const seen = new Set<Pointer>()
  for (let at = fragmentToPointer(ref); at !== undefined && !seen.has(at); ) {
    seen.add(at)
    if (at === holder) return 'leads only back to itself'
    const node = document.at(at)
    if (node === undefined) return seen.size === 1 ? 'leads nowhere' : undefined
    const next: Json | undefined = own(node, '$ref')
    at = typeof next === 'string' ? fragmentToPointer(next) : undefined
  }
  return seen.size === 0 ? 'leads nowhere (no $anchor has that name)' : undefined
}

/**
 * A quick look, as walking 12 MB takes a tenth of a second: whether all that reads like a local `$ref`, example data
 * included, leads somewhere. Only YAML and what consists of several files is always walked.
 */
function allResolve(document: Document): boolean {
  const { main, externals } = sourcesOf(document)
  const refs = main.scan?.refs
  if (refs === undefined || externals.size > 0) return false
  return [...refs].every((ref) => !ref.startsWith('#') || document.resolve(ref) !== undefined)
}
