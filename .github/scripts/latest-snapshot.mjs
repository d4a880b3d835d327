// Prints the id of the latest snapshot of a snapshots.json on stdin.
import { readFileSync } from 'node:fs'
import { fail, readIndex } from './snapshots.mjs'

try {
  const latest = readIndex(readFileSync(0, 'utf8')).at(-1)
  if (latest === undefined) throw new Error('snapshots.json lists no snapshot')
  console.log(latest.id)
} catch (error) {
  fail('snapshots', error.message)
}
