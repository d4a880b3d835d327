// The index of an API's snapshots, held to what may become a path, an argument or a line of $GITHUB_OUTPUT.
import { isDeepStrictEqual } from 'node:util'

/** What the store takes for an id or a file: see `storeNameProblem` in src/description/snapshots/store.ts. */
const isName = (text) => typeof text === 'string' && /^[A-Za-z0-9._-]+$/.test(text) && !/^\.+$/.test(text)
const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

/** The entries of a snapshots.json, oldest first, as the store sorts them. Throws for what is none. */
export function readIndex(text, name = 'snapshots.json') {
  const { snapshots } = JSON.parse(text) ?? {}
  if (!Array.isArray(snapshots)) throw new Error(`${name} has no list of snapshots`)
  const ids = new Set()
  for (const entry of snapshots) {
    const { id, file, order, sha256 } = entry ?? {}
    if (!isName(id) || !isName(file) || !Number.isFinite(order) || !isHash(sha256))
      throw new Error(`${name} has an entry whose id, order, file or sha256 is none: ${JSON.stringify(entry)}`)
    if (ids.has(id)) throw new Error(`${name} lists ${id} twice`)
    ids.add(id)
  }
  return snapshots.toSorted((a, b) => a.order - b.order)
}

/** Ids whose entry is gone, changed, or put before or between what was there: a new snapshot comes last. */
export function editedEntries(base, head) {
  const after = new Map(head.map((entry) => [entry.id, entry]))
  const before = new Set(base.map(({ id }) => id))
  const last = base.at(-1)?.order ?? Number.NEGATIVE_INFINITY
  return [
    ...base.filter((entry) => !isDeepStrictEqual(entry, after.get(entry.id))),
    ...head.filter(({ id, order }) => !before.has(id) && order <= last),
  ].map(({ id }) => id)
}

/** Ends the step red with an annotation. A message is one line, and no command of its own. */
export function fail(title, message) {
  const line = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  console.error(`::error title=${title}::${line}`)
  process.exit(1)
}
