// Generates docs/rules/<id>.md for every rule of a diff and every check of a response. The examples are run.
import { dump } from 'js-yaml'
import { exchangeExamples } from './exchange-examples.mjs'
import { block, generated, page, table, yamlOf } from './markdown.mjs'

const effects = {
  narrowed: 'It narrows the set of allowed values. Clients still send requests with values that are now rejected.',
  widened:
    'It widens the set of allowed values. Clients receive responses with values that the old description did not allow.',
  incomparable: 'Some allowed values are removed and others are added. This breaks requests and responses.',
  'as-compared':
    'The two versions are compared as sets of values. Removed values break requests, and added values break responses.',
}

const verdictsOf = {
  narrowed: { request: 'breaking', response: 'compatible' },
  incomparable: { request: 'breaking', response: 'breaking' },
}

/** Returns the pages by file name, including the list. `tools` are the modules of the program that run the examples. */
export function rulePages(tools) {
  const { rules, checks } = tools.catalogue
  const rulePairs = rules.map((rule) => [`${rule.id}.md`, rulePage(rule, tools)])
  const checkPairs = checks.map((check) => [`${check.id}.md`, checkPage(check, tools)])
  const list = page(
    generated,
    '# Rules and checks',
    'After reading this page you can look up the rule or check behind a finding. A **rule** judges one kind of change between two descriptions. A **check** checks a response of the live API. Each has an id, which is printed with every finding and never renamed.',
    `## Rules of a diff (${rules.length})`,
    table(
      ['rule', 'finds', 'in a request', 'in a response'],
      rules.map((rule) => {
        const { request, response } = verdicts(rule)
        return [`[\`${rule.id}\`](${rule.id}.md)`, rule.title, request, response]
      }),
    ),
    `## Checks of a response (${checks.length})`,
    table(
      ['check', 'finds', 'severity'],
      checks.map((check) => [`[\`${check.id}\`](${check.id}.md)`, check.title, check.severity]),
    ),
  )
  return new Map([['README.md', list], ...rulePairs, ...checkPairs, ['expectation-failed.md', expectationPage()]])
}

/** Renders the page for failed expectations in suites, which belong to no rule or check. */
function expectationPage() {
  const suite = `test('a new order is open', async () => {
  const { json } = await api.send('POST /orders', { body: { sku: 'a' } })
  expect(json.status).toBe('open')
})`
  return page(
    generated,
    '# expectation-failed',
    'A test of a suite received another response than it expects. The expectation is in the suite, so there is no rule or check.',
    '## Why it matters',
    'The description allows the response, but clients that use the API like the test would not work.',
    '## What to do',
    'Change the API back, or, if the response is intended, change the test.',
    '## Severity',
    'Error.',
    '## Example',
    block('ts', suite),
    'The result if the API responds with `"status": "draft"`:',
    block('text', `error: the test "a new order is open" failed: expected 'draft' to be 'open'`),
    '## Configure',
    'Change the test: [suites](../suites.md). To accept a finding, run `specdrift baseline accept <api> <id> --reason "…"`. See all [rules and checks](README.md).',
  )
}

function verdicts({ effect, convention, tolerance }) {
  const widened = tolerance === undefined ? 'breaking' : tolerance.covers === undefined ? 'risky' : 'breaking or risky'
  if (effect === 'as-compared')
    return { request: 'breaking if values are removed', response: `${widened} if values are added` }
  if (effect === 'widened') return { request: 'compatible', response: widened }
  return effect === undefined ? convention : verdictsOf[effect]
}

function lawOf({ effect, tolerance }) {
  return tolerance === undefined
    ? effects[effect]
    : `${effects[effect]} In a response, it can be risky instead: ${tolerance.because}.`
}

function rulePage(rule, tools) {
  const { request, response } = verdicts(rule)
  const found = rule.examples?.find(({ finds }) => finds)
  const silent = rule.examples?.find(({ finds }) => !finds)
  return page(
    generated,
    `# ${rule.id}`,
    `${sentence(rule.title)} A rule of \`specdrift diff\`.`,
    '## Why it matters',
    rule.why,
    '## What to do',
    rule.fix,
    '## Verdict',
    table(['in a request', 'in a response'], [[request, response]]),
    rule.effect === undefined ? `By convention: ${rule.convention.because}.` : lawOf(rule),
    severities(rule.id, [request, response], tools.policies),
    found && '## Example',
    found && pair(found),
    found && `The result:`,
    found && block('text', resultOf(rule, found, tools)),
    silent && '## No finding',
    silent && pair(silent),
    configure(rule.id, 'warning'),
  )
}

const pair = ({ before, after }) =>
  `Before:\n\n${block('yaml', yamlOf(before))}\n\nAfter:\n\n${block('yaml', yamlOf(after))}`

/** Runs the example of a rule and returns its findings as text, for both directions if the rule is about schemas. */
function resultOf(rule, { before, after }, { findingsBetween }) {
  const isSchema = rule.on.startsWith('schema.')
  const directions = isSchema ? ['request', 'response'] : [undefined]
  const lines = directions.flatMap((direction) =>
    findingsBetween(wrap(before, direction), wrap(after, direction))
      .filter(({ ruleId }) => ruleId === rule.id)
      .slice(0, 1)
      .map(
        ({ verdict, message, derivation }) =>
          `${direction ? `${direction.padEnd(9)} ` : ''}${verdict}: ${message}${derivation ? `   (${derivation})` : ''}`,
      ),
  )
  if (lines.length === 0) throw new Error(`${rule.id}: its example finds nothing`)
  return lines.join('\n')
}

function wrap(example, direction) {
  if (/^\{\s*["']?openapi/.test(example)) return example
  if (direction === undefined) return described(/^\{\s*["']?\//.test(example) ? example : `{ /x: ${example} }`)
  const content = `{ application/json: { schema: ${example} } }`
  const operation =
    direction === 'request'
      ? `{ requestBody: { content: ${content} }, responses: {} }`
      : `{ responses: { '200': { description: '', content: ${content} } } }`
  return described(`{ /x: { post: ${operation} } }`)
}

const described = (paths) => `{ openapi: 3.0.3, info: { title: Test, version: '1' }, paths: ${paths} }`

function severities(id, ofSides, policies) {
  const named = ofSides.flatMap((side) => side.match(/breaking|risky|compatible/g))
  const of = ({ verdicts: byVerdict, rules: { [id]: setting } }) =>
    typeof setting === 'string'
      ? setting
      : [...new Set(named.map((verdict) => setting?.[verdict] ?? byVerdict[verdict]))].join(' or ')
  return `Severity: ${of(policies.compat)} under \`compat\`, ${of(policies.strict)} under \`strict\` ([policies](../concepts.md#policies)).`
}

function checkPage(check, tools) {
  const severity = check.exceptions === undefined ? check.severity : `${check.severity}; ${check.exceptions}`
  const example = exampleOf(check, tools)
  return page(
    generated,
    `# ${check.id}`,
    `${sentence(check.title)} A check of a live response${modes[check.generated] ?? ''}.`,
    '## Why it matters',
    check.why,
    '## What to do',
    check.fix,
    '## Severity',
    `${sentence(severity)} Policies do not change it, but the config can.`,
    ...(example === undefined ? [] : ['## Example', example.exchange, 'The result:', block('text', example.result)]),
    configure(check.id, check.severity === 'warning' ? 'error' : 'warning'),
  )
}

const modes = {
  negative: ' to a request of `--generate negative`',
  positive: ' to a request of `--generate positive`',
  stateful: ' in a sequence of `--generate stateful`',
}

/** Returns the shortest case with a single finding of this check, or else its example in exchange-examples.mjs. */
function exampleOf(check, { cases, inspect }) {
  const own = cases
    .filter(({ dialect, finds }) => dialect !== '2.0' && finds.length === 1 && finds[0].split(' ')[0] === check.id)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]
  if (own === undefined) return writtenExample(check)
  const [finding] = inspect(own).findings
  if (finding?.ruleId !== check.id) throw new Error(`${check.id}: its case "${own.name}" finds ${finding?.ruleId}`)
  const { paths, components } = JSON.parse(own.description)
  const kept = Object.keys(components?.schemas ?? {}).length > 0 ? { paths, components } : { paths }
  const described = block('yaml', dump(kept, { lineWidth: 110, noRefs: true }))
  return {
    exchange: `The description:\n\n${described}\n\nThe exchange:\n\n${block('http', exchangeText(own.exchange))}`,
    result: resultLine(finding),
  }
}

const sizeOf = ({ description, exchange }) => description.length + JSON.stringify(exchange).length

function exchangeText({ method, path, requestHeaders, requestBody, status, headers, body }) {
  const lines = (map) => Object.entries(map).map(([name, value]) => `${name}: ${value}`)
  const request = [
    `${method} ${path} HTTP/1.1`,
    ...lines(requestHeaders ?? {}),
    ...(requestBody ? ['', requestBody] : []),
  ]
  const response = [`HTTP/1.1 ${status}`, ...lines(headers), ...(body === undefined ? [] : ['', body])]
  return [...request, '', ...response].join('\n')
}

function resultLine({ severity, message, site }) {
  return `${severity}: ${[site.part, site.pointer].filter(Boolean).join(' ')}${site.part || site.pointer ? ': ' : ''}${message}`
}

function writtenExample(check) {
  const example = exchangeExamples[check.id]
  if (example === undefined) return undefined
  const drafts = [check.judge(example.exchange) ?? []].flat()
  if (drafts.length === 0) throw new Error(`${check.id}: its written example finds nothing`)
  return { exchange: block('http', example.text), result: `${check.severity}: ${drafts[0].message}` }
}

function configure(id, severity) {
  const some = { severity, operations: 'GET /internal/**' }
  return page(
    '## Configure',
    'Turn it off in `specdrift.config.*`:',
    block('json', `{ "rules": { "${id}": "off" } }`),
    'Change its severity for some operations ([all keys](../config.md#keys-of-rulesid)):',
    block(
      'json',
      `{ "rules": { "${id}": [${JSON.stringify(some).replaceAll(',', ', ').replaceAll(':', ': ').replace('{', '{ ').replace('}', ' }')}] } }`,
    ),
    `To accept a single finding, run \`specdrift baseline accept <api> <id> --reason "…"\`. To show this page in a terminal, run \`specdrift rules ${id}\`. See all [rules and checks](README.md).`,
  ).trimEnd()
}

function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
