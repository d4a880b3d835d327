// Renders docs/prove.md: the expected and the reported findings of each run.
import { found } from './drift.mjs'

/** Renders the page, independent of the time and duration of the runs. */
export function page({ orders, versions, kinds, operations, calls }) {
  const all = [...versions, ...kinds]
  const cases = kinds.reduce((sum, kind) => sum + kind.operations.length, 0)
  const runs = versions.length + kinds.reduce((sum, kind) => sum + kind.runs, 0)
  const total = (part) => all.reduce((sum, each) => sum + each[part].length, 0)
  return `# What the demo suites detect

After reading this page you know how completely the suites of the demo API detect drift. It is written by \`npm run prove\`; do not edit.

The suites in \`suites/lending\` make ${calls} calls to all ${operations.length} operations. They run against every build of the sandbox
with every contract, and against ${kinds.length} kinds of drift at each operation where these can happen (${cases} cases). The expected findings
are computed independently of the reported ones:

- **Builds and contracts**: \`prove/builds.mjs\` compares the two snapshots for each response that was sent. It expects a finding at
  each location where one snapshot allows a value that the other doesn't. It expects a failed test for each request that only one of
  the snapshots knows, if its response differs from the response of the contract's own build.
- **Drift**: the sandbox reports its original response and the sent one. The kind of drift determines the check that must
  fail (\`prove/drift.mjs\`), and the difference between the two responses determines the location. A drift that didn't happen counts as missed.

Each run has its own sandbox. Several operations drift in one run only if no test calls two of them. Findings are compared by check,
operation and location in the body.

- *Extra* is any other finding, and any call without a response, unless the run stopped calling after five calls without one.
- *Reported* are expected findings that couldn't appear, because their test had already received a drifted response. The report lists them as not checked.
- *Errors* are findings with severity \`error\`, which fail a run. The others are warnings, or depend on an assumption of the contract (\`x-assumed\`).

In five random orders ${orders.length === 0 ? 'the suites report no finding either, so no test depends on another one.' : `the suites fail ${orders.length} times.`}

${runs} runs: **${total('expected')} expected, ${total('missed')} missed, ${total('extra')} extra.** ${total('errors')} have severity error.

## Builds and contracts

| build | contract | expected | errors | reported | missed | extra |
|---|---|---|---|---|---|---|
${versions.map((each) => row([each.build, each.contract, summary(each.expected), ...counts(each).slice(1)])).join('\n')}

## Kinds of drift

| kind | check | operations | expected | errors | reported | missed | extra |
|---|---|---|---|---|---|---|---|
${kinds.map((each) => row([each.kind, found[each.kind], each.operations.length, ...counts(each)])).join('\n')}

## Kinds by operation

✔ exactly the expected finding · ✖ a missed or an extra finding · blank: the responses have no location for this drift

| operation | ${kinds.map(({ kind }) => kind).join(' | ')} |
|---|${kinds.map(() => '---|').join('')}
${operations.map((operation) => row([`\`${operation}\``, ...kinds.map((kind) => mark(kind, operation))])).join('\n')}
`
}

function row(cells) {
  return `| ${cells.join(' | ')} |`
}

function counts(result) {
  return ['expected', 'errors', 'reported', 'missed', 'extra'].map((part) => result[part].length)
}

/** Counts the findings of each check. */
function summary(expected) {
  const rules = new Map()
  for (const text of expected) {
    const [rule] = text.split(' ')
    rules.set(rule, (rules.get(rule) ?? 0) + 1)
  }
  return (
    [...rules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, count]) => `${count} ${rule}`)
      .join(', ') || 'none'
  )
}

function mark({ operations, missed, extra }, operation) {
  if (!operations.includes(operation)) return ''
  const isAbout = (text) => ` ${text} `.includes(` ${operation} `) || text.includes(`@${operation} `)
  return [...missed, ...extra].some(isAbout) ? '✖' : '✔'
}
