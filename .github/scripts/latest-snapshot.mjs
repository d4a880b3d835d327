// Prints the id of the last snapshot of a snapshots.json on stdin.
import { readFileSync } from 'node:fs'

const { snapshots } = JSON.parse(readFileSync(0, 'utf8'))
console.log(snapshots.at(-1).id)
