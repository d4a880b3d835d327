// Renders bench/results/lending-matrix.md: which changes between builds the runs of each build against each contract found.
import { rows } from './rows.mjs'

const modes = {
  shipped: {
    title: 'The shipped configuration',
    how: '`specdrift test lending --snapshot CONTRACT --base-url …`, which may not change the target; POST operations that only read are called (`reads`).',
  },
  writable: {
    title: 'A writable target whose clock moves',
    how: 'The same suites as `npm start` runs them.',
  },
}

/** Renders the page, independent of the time and duration of the runs. */
export function matrixPage(cells) {
  const builds = [...new Set(cells.map(({ build }) => build))].sort()
  const wrong = cells.flatMap((cell) => cell.wrong)
  return `# Every build against every contract

Written by \`npm run prove\` (\`npm run prove -- builds\` for this page alone); do not edit.

A build of the lending sandbox (rows) is tested against the snapshot of each build (columns). A cell says how many of the changes between the two, rows of the
interface document's Versioning table, are found: *clean* where there is none between them. What is not found is explained below. ${cells.length} runs: ${wrong.length === 0 ? '**every breaking change is found or explained.**' : `**${wrong.length} cells are wrong.**`}
${Object.entries(modes)
  .map(
    ([mode, { title, how }]) => `
## ${title}

${how}

| build \\ contract | ${builds.join(' | ')} |
|---|${builds.map(() => '---|').join('')}
${builds
  .map(
    (build) =>
      `| **${build}** | ${builds.map((contract) => cellText(cells.find((one) => one.mode === mode && one.build === build && one.contract === contract))).join(' | ')} |`,
  )
  .join('\n')}
`,
  )
  .join('')}
## Each change

*Older service*: a build from before the change, against a contract with it. *Newer service*: the other way round, as when a provider moves on. A finding is one of several.

| change | since | breaking | mode | older service | newer service |
|---|---|---|---|---|---|
${rows.flatMap((row) => Object.keys(modes).map((mode) => rowText(row, mode, cells))).join('\n')}
${wrong.map((text) => `\n- ✖ ${text}`).join('')}`
}

function cellText(cell) {
  if (cell === undefined) return ''
  const { judged, errors } = cell
  const ended = errors === undefined ? '' : errors > 0 ? ', ends with 1' : ', ends with 0'
  if (judged.length === 0) return `clean${ended}`
  const found = judged.filter((one) => one.found !== undefined).length
  return `${cell.wrong.length > 0 ? '✖ ' : ''}${found} of ${judged.length}${ended}`
}

function rowText(row, mode, cells) {
  const says = (newer) => {
    const own = cells.filter((cell) => cell.mode === mode && cell.newer === newer).flatMap(({ judged }) => judged)
    const found = own.find((one) => one.row === row && one.found !== undefined)?.found
    return found === undefined
      ? (row.why[`${newer} ${mode}`] ?? row.why[newer] ?? '✖')
      : `\`${found.replaceAll('|', '\\|').replace(/^(.{160}).*$/s, '$1…')}\``
  }
  return `| ${row.row} | ${row.since} | ${row.isAddition === true ? 'no' : 'yes'} | ${mode} | ${says('contract')} | ${says('service')} |`
}
