// Renders the page of `npm run bench -- diff proofs`.
import { environment } from './environment.mjs'
import { table } from './table.mjs'

const explained = {
  condition: 'A message has to meet or miss a condition at another location too; the prover does not plan for it.',
  closed:
    'The closed object knows none of the names that its `allOf` declares, so hardly a value conforms, if any does.',
  union:
    'A message must be accepted by one branch and refused by all others; where another branch accepts it the edit takes nothing away.',
  text: 'A text must meet a pattern or format on one side and miss it on the other; none was found, or the format restricts nothing.',
  parameter: 'What differs is how the text is read, and the text may be the same.',
  plain:
    'The message needs more than the edited schema: a union that is required beside it, a text longer than is tried, a schema that nothing conforms to.',
  none: 'Nothing to try: that a client fails is the rule itself, not a property of a value.',
}

/** Renders the page. `earlier` contains the figures of a recorded build. */
export function proofsPage({ commit, pairs, earlier, timeLimit }) {
  const now = totals(pairs.map(figuresOf))
  const was = earlier && totals(pairs.map(({ name }) => earlier.pairs[name] ?? { breaking: 0, proven: 0, untried: 0 }))
  const then = earlier ? [`before (${earlier.commit})`] : []
  const versus = (value) => [...(was ? [value(was)] : []), value(now)]
  const rest = pairs.flatMap(({ name, rest }) => rest.map((finding) => ({ ...finding, pair: name })))
  const failed = pairs.filter(({ problem }) => problem !== undefined)
  return `${[
    '# Proofs over real version pairs',
    `${pairs.length} pairs of public descriptions (\`bench/proofs-pairs.mjs\`, chosen for their unions: those are what is hard to prove), each compared with \`specdrift diff --format json\`, ${timeLimit} s at most. Written by \`npm run bench -- diff proofs\`; now is ${commit}.`,
    'A breaking finding is *proven* by a message that one version allows and the other refuses, checked with ajv; *unproven* where none was found; *without a message* where there is none to try (an operation, a status, security …). The share is proven of proven and unproven.',
    table(
      ['all pairs', ...then, 'now'],
      [
        ['breaking', ...versus(({ breaking }) => breaking)],
        ['proven', ...versus(({ proven }) => proven)],
        ['unproven', ...versus(unprovenOf)],
        ['without a message', ...versus(({ untried }) => untried)],
        ['share proven', ...versus(shareOf)],
        ['share proven of all breaking', ...versus(({ breaking, proven }) => percent(proven, breaking))],
      ],
    ),
    failed.length === 0 ? '' : `No result: ${failed.map(({ name, problem }) => `${name} (${problem})`).join('; ')}.`,
    '## By pair',
    pairTable(pairs, earlier),
    '## What is not proven, by kind',
    'The environment is the first of these on the way from the request or response to the edited schema.',
    kindTable(rest, earlier),
    ...Object.keys(environment).map((around) =>
      section(
        around,
        rest.filter((finding) => finding.around === around),
      ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function pairTable(pairs, earlier) {
  const cells = (figures) => (figures ? [figures.breaking, unprovenOf(figures), shareOf(figures)] : ['', '', ''])
  const head = ['breaking', 'unproven', 'share']
  return table(
    ['pair', ...(earlier ? head.map((word) => `${word} before`) : []), ...head],
    pairs.map((pair) => [pair.name, ...(earlier ? cells(earlier.pairs[pair.name]) : []), ...cells(figuresOf(pair))]),
  )
}

function kindTable(rest, earlier) {
  const counted = new Map()
  for (const { around, rule } of rest) counted.set(`${around} ${rule}`, (counted.get(`${around} ${rule}`) ?? 0) + 1)
  const order = Object.keys(environment).filter((around) => around !== 'none')
  const kinds = [...new Set([...Object.keys(earlier?.kinds ?? {}), ...counted.keys()])]
    .map((kind) => ({
      around: kind.split(' ')[0],
      rule: kind.split(' ')[1],
      was: earlier?.kinds[kind] ?? 0,
      is: counted.get(kind) ?? 0,
    }))
    .filter(({ around }) => around !== 'none')
    .sort(
      (a, b) =>
        order.indexOf(a.around) - order.indexOf(b.around) || b.is - a.is || b.was - a.was || (a.rule < b.rule ? -1 : 1),
    )
  return table(
    ['around it', 'rule', ...(earlier ? ['before'] : []), 'now'],
    kinds.map(({ around, rule, was, is }) => [environment[around], rule, ...(earlier ? [was] : []), is]),
  )
}

/** Lists the findings of one kind. Merges the same edit in different operations, and edits at one location. */
function section(around, findings) {
  if (findings.length === 0) return ''
  const lines = around === 'none' ? summary(findings) : together(findings)
  return `### ${environment[around]}: ${findings.length}\n\n${explained[around]}\n\n${lines.join('\n')}`
}

function together(findings) {
  const edits = [...groups(findings, ({ pair, rule, message }) => `${pair}: ${rule}, ${shorten(message)}`)]
  const spread = edits.filter(([, sites]) => sites.length > 1)
  const single = edits.filter(([, sites]) => sites.length === 1).map(([, sites]) => sites[0])
  const sites = groups(single, ({ pair, rule, site }) => `${pair}: ${rule} at \`${site}\``)
  return [
    ...spread.map(([line, sites]) => `- ${line}, at \`${sites[0].site}\` and ${sites.length - 1} more`),
    ...[...sites].map(([line, held]) => `- ${line}: ${held.map(({ message }) => shorten(message)).join('; ')}`),
  ].sort()
}

function groups(findings, keyOf) {
  const held = new Map()
  for (const finding of findings) held.set(keyOf(finding), [...(held.get(keyOf(finding)) ?? []), finding])
  return held
}

function summary(findings) {
  return [...groups(findings, ({ rule }) => rule)]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([rule, held]) => `- ${rule}: ${held.length}`)
}

function shorten(text) {
  const plain = text.replaceAll('`', "'").replaceAll('\n', ' ')
  return plain.length > 160 ? `${plain.slice(0, 160)} …` : plain
}

function figuresOf({ breaking, proven, rest }) {
  return { breaking, proven, untried: rest.filter(({ around }) => around === 'none').length }
}

function totals(figures) {
  const sum = (key) => figures.reduce((total, one) => total + one[key], 0)
  return { breaking: sum('breaking'), proven: sum('proven'), untried: sum('untried') }
}

function unprovenOf({ breaking, proven, untried }) {
  return breaking - proven - untried
}

function shareOf(figures) {
  return percent(figures.proven, figures.proven + unprovenOf(figures))
}

function percent(part, whole) {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`
}
