// Renders docs/prove.md: the expected and the reported findings of each run.
import { found } from './drift.mjs'

/** Renders the page, independent of the time and duration of the runs. */
export function page({ orders, versions, kinds, operations, calls }) {
  const all = [...versions, ...kinds]
  const cases = kinds.reduce((sum, kind) => sum + kind.operations.length, 0)
  const runs = versions.length + kinds.reduce((sum, kind) => sum + kind.runs, 0)
  const total = (part) => all.reduce((sum, each) => sum + each[part].length, 0)
  return `# What the suites detect

Written by \`npm run prove\`; do not edit.

The suites in \`suites/lending\` make ${calls} calls to all ${operations.length} operations. Here they run against every build of the sandbox
with every contract, and against ${kinds.length} kinds of drift at each operation where they can happen (${cases} cases). The expected findings
are never taken from the reported ones:

- **Builds and contracts**: \`prove/builds.mjs\` compares the two snapshots along the responses that were sent. It expects a finding at
  each location where one snapshot allows a value that the other doesn't, and a failed expectation for each request that only one of
  them knows, if its response differs from the one of the contract's own build.
- **Drift**: the sandbox tells which response it was about to send and which one it sent. The kind of drift decides which check has
  to fail (\`prove/drift.mjs\`), and the difference between the two responses where. A drift that didn't happen counts as missed.

Each run has its own sandbox. Several operations drift in one run only if no test calls two of them. A finding is compared by its check,
operation and location in the body. Any other finding is *extra*, and so is a call without a response, unless the run states that it stopped
calling because five calls before had none. *Reported* are expected findings that couldn't appear because their test had already
received a drifted response; the report lists them as not checked. *Errors* are findings of severity \`error\`, which fail a run. The others are
warnings, or rest on an assumption of the contract (\`x-assumed\`).

In five random orders ${orders.length === 0 ? 'the suites find nothing either: no test depends on another.' : `the suites fail ${orders.length} times.`}

${runs} runs: **${total('expected')} expected, ${total('missed')} missed, ${total('extra')} extra.** ${total('errors')} of severity error.

## Builds and contracts

| build | contract | expected | errors | reported | missed | extra |
|---|---|---|---|---|---|---|
${versions.map((each) => row([each.build, each.contract, summary(each.expected), ...counts(each).slice(1)])).join('\n')}

## Kinds of drift

| kind | found as | operations | expected | errors | reported | missed | extra |
|---|---|---|---|---|---|---|---|
${kinds.map((each) => row([each.kind, found[each.kind], each.operations.length, ...counts(each)])).join('\n')}

## Kinds by operation

✔ found, and nothing else · ✖ missed or found beside it · blank: the responses have no location for it

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
      .join(', ') || 'nothing'
  )
}

function mark({ operations, missed, extra }, operation) {
  if (!operations.includes(operation)) return ''
  const isAbout = (text) => ` ${text} `.includes(` ${operation} `) || text.includes(`@${operation} `)
  return [...missed, ...extra].some(isAbout) ? '✖' : '✔'
}
