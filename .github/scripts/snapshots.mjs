// Reads the index of an API's snapshots. Only allows names that are safe as a path, an argument or a line of $GITHUB_OUTPUT.
import { isDeepStrictEqual } from 'node:util'

/** Accepts the same ids and file names as `storeNameProblem` in src/description/snapshots/store.ts. */
const isName = (text) => typeof text === 'string' && /^[A-Za-z0-9._-]+$/.test(text) && !/^\.+$/.test(text)
const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

/** Returns the entries of a snapshots.json, oldest first like in the store. Throws for an invalid file. */
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

/** Returns ids of removed, changed and inserted entries. New snapshots must be the last ones. */
export function editedEntries(base, head) {
  const after = new Map(head.map((entry) => [entry.id, entry]))
  const before = new Set(base.map(({ id }) => id))
  const last = base.at(-1)?.order ?? Number.NEGATIVE_INFINITY
  return [
    ...base.filter((entry) => !isDeepStrictEqual(entry, after.get(entry.id))),
    ...head.filter(({ id, order }) => !before.has(id) && order <= last),
  ].map(({ id }) => id)
}

/** Fails the step with an annotation. Escapes the message, so that it stays one line and contains no command. */
export function fail(title, message) {
  const line = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  console.error(`::error title=${title}::${line}`)
  process.exit(1)
}
