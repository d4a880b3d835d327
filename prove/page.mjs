// docs/prove.md: what was expected of each run, and what was found.
import { found } from './drift.mjs'

/** Renders the page. Nothing of it depends on when or how fast the runs went. */
export function page({ orders, versions, kinds, operations, calls }) {
  const all = [...versions, ...kinds]
  const cases = kinds.reduce((sum, kind) => sum + kind.operations.length, 0)
  const runs = versions.length + kinds.reduce((sum, kind) => sum + kind.runs, 0)
  const total = (part) => all.reduce((sum, each) => sum + each[part].length, 0)
  return `# What the suites detect

Written by \`npm run prove\`; do not edit.

The suites in \`suites/lending\` make ${calls} calls to all ${operations.length} operations. Here they are run against every build of the
sandbox with the latest contract, against the latest build with every contract, and against ${kinds.length} kinds of drift at each
operation where they can happen: ${cases} cases. What has to be found is never taken from what was found:

- **Builds and contracts**: the two snapshots are compared by a walk of its own (\`prove/builds.mjs\`) along the responses that were
  sent. A value that the one allows and the other does not is expected as a finding, at its location; a request that one of the
  two knows and the other does not, and whose response differs from that of the contract's own build, as a failed expectation.
- **Drift**: the sandbox says the response it was about to send and the one it sent. The kind says which check is broken
  (\`prove/drift.mjs\`), and the difference between the two responses says where. A drift that did not happen counts as missed.

Each run has a sandbox of its own, and several operations drift in one run only if no test calls two of them. A finding
is compared by its check, its operation and its location in the body; what is found elsewhere is extra, and so is a call without a
response. *Reported* is what was expected and could not show as a finding, because its test had got a drifted response before: the report has it
as not checked, with the reason. *Errors* are findings of severity \`error\`, which fail a run; the others are about what the contract
only assumes (specs/lending/README.md), or warnings by their check.

In five orders drawn by chance, ${orders.length === 0 ? 'the suites find nothing either: no test needs another.' : `the suites fail: ${orders.length} times.`}

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

/** How many findings of each check. */
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
