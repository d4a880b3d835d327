// Prints step outputs for a pull request: the snapshot to compare with, and edited files that must not change.
// Usage: node base-snapshot.mjs <api>. Reads both commits. The index of the parent determines the base, so a pull request
// can't change it.
import { execFileSync } from 'node:child_process'
import { editedEntries, fail, readIndex } from './snapshots.mjs'

const [api = ''] = process.argv.slice(2)
const folder = `specs/${api}`
const index = `${folder}/snapshots.json`
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e9 })
const lines = (...args) => git(...args).split('\0').filter(Boolean)
// Reject links, because reading one returns its target.
const isFile = (commit, path) => /^100\d{3} blob /.test(git('ls-tree', '-z', '--full-tree', commit, '--', path))
const entriesOf = (commit) => (isFile(commit, index) ? readIndex(git('show', `${commit}:${index}`), index) : undefined)
const shown = (path) => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path))

try {
  git('rev-parse', '--quiet', '--verify', 'HEAD^1')
} catch {
  fail('no base', 'The commit has no parent here, so there is nothing to compare with.')
}
try {
  const [base = [], head] = [entriesOf('HEAD^1'), entriesOf('HEAD')]
  if (head === undefined) throw new Error(`${index} is not there, or is no file`)
  const stored = new Set(base.map(({ file }) => `${folder}/${file}`))
  const own = [index, `${folder}/baseline.json`]
  const isKept = (path) => !own.includes(path) && (stored.has(path) || /\.(json|ya?ml)$/i.test(path))
  // Without renames, because a moved file is missing at the path of its entry.
  const changed = lines('diff', '-z', '--no-renames', '--name-only', '--diff-filter=a', 'HEAD^1', 'HEAD', '--', folder)
  const settings = lines(
    ...['diff', '-z', '--no-renames', '--name-only', 'HEAD^1', 'HEAD', '--'],
    ...['specdrift.config.*', `${folder}/baseline.json`, '.github'],
  )
  const edited = [...changed.filter(isKept).map(shown), ...editedEntries(base, head).map((id) => `${index}#${id}`)]
  const revision = head.at(-1)
  if (revision === undefined) throw new Error(`${index} lists no snapshot`)
  // Compare a new API with itself.
  const { id, sha256 } = base.at(-1) ?? revision
  const outputs = {
    id,
    // The report contains the hashes of the compared files, so another index or a link can't replace them.
    base: sha256,
    revision: revision.sha256,
    edited: edited.join(' '),
    settings: settings.map(shown).join(' '),
  }
  for (const [name, value] of Object.entries(outputs)) console.log(`${name}=${value}`)
} catch (error) {
  fail('snapshots', error.message)
}
