// What a drift has to be found as, derived from what the kind is and from what it did to the response.

import { keyOf } from './builds.mjs'

/** The check that a kind of drift in the body breaks, at the location that was changed. */
const inBody = {
  null: 'null-conformance',
  enum: 'enum-conformance',
  required: 'required-conformance',
  type: 'type-conformance',
  format: 'format-conformance',
  extra: 'undocumented-property',
}

/** The checks that a kind of drift of the whole response breaks. */
const inAnswer = {
  body: ['body-presence'],
  status: ['status-code-conformance'],
  'content-type': ['content-type-conformance'],
  500: ['server-error'],
}

/** The outcome of a call whose response is not of the application: nothing is found, and that is reported. */
const inOutcome = {
  html: 'gateway',
  429: 'rate-limited',
  503: 'gateway',
  slow: 'unreachable',
}

/** The check that finds a response which breaks off on each attempt. */
const inConnection = { truncated: 'server-error', reset: 'server-error' }

/** Whether a kind leaves nothing to check of a response. */
export function isLoss(kind) {
  return kind in inOutcome || kind in inConnection || kind === 'malformed'
}

/** What each kind is found as, in words. */
export const found = Object.fromEntries([
  ...Object.entries(inBody).map(([kind, rule]) => [kind, `${rule}, where the response was changed`]),
  ...Object.entries(inAnswer).map(([kind, rules]) => [kind, rules.join(', ')]),
  ...Object.entries(inConnection).map(([kind, rule]) => [
    kind,
    `${rule}; outcome unreachable where sent again it is refused`,
  ]),
  ...Object.entries(inOutcome).map(([kind, outcome]) => [
    kind,
    `no finding: outcome ${outcome}, reported as not checked`,
  ]),
  ['malformed', 'content-type-conformance once it repeats; outcome inconclusive, reported as not checked, before'],
])

/** Findings and outcomes of a run with these drifts on, as texts; one that never got to drift is expected all the same. */
export function expectedOfDrifts(drifts, exchanges) {
  return drifts.flatMap((drift) => {
    const at = drift.indexOf('@')
    const [kind, operation] = [drift.slice(0, at), drift.slice(at + 1)]
    if (kind in inOutcome) return [`outcome ${inOutcome[kind]} at ${operation}`]
    if (kind in inConnection) return expectedOfBroken(kind, operation, exchanges)
    const responses = exchanges.filter((exchange) => exchange.operation === operation && exchange.meant !== undefined)
    if (kind === 'malformed' && responses.length > 0) return expectedOfGarbled(operation, responses)
    const expected = new Set(responses.flatMap((exchange) => expectedOf(kind, operation, exchange)))
    return expected.size === 0 ? [`${drift} to happen`] : [...expected]
  })
}

/**
 * A broken response is requested again, up to a number of attempts. If all of them break off, that is a finding. An attempt that
 * is refused, because one before it took effect, ends them without a result.
 */
function expectedOfBroken(kind, operation, exchanges) {
  const own = exchanges.filter((exchange) => exchange.operation === operation)
  const attempts = new Map()
  for (const exchange of own) attempts.set(keyOf(exchange), [...(attempts.get(keyOf(exchange)) ?? []), exchange])
  const drifted = [...attempts.values()].filter((group) => group.some(({ meant }) => meant !== undefined))
  if (drifted.length === 0) return [`${kind}@${operation} to happen`]
  const areAllBroken = (group) => group.every(({ meant }) => meant !== undefined)
  return [
    ...(drifted.every(areAllBroken) ? [] : [`outcome unreachable at ${operation}`]),
    ...(drifted.some((group) => group.length > 1 && areAllBroken(group))
      ? [`${inConnection[kind]} at ${operation}`]
      : []),
  ]
}

/** What may be retried is, so the first garbled response counts only for what may not. */
function expectedOfGarbled(operation, responses) {
  const statuses = responses.map(({ sent }) => sent.status)
  const repeats = statuses.some((status, at) => statuses.indexOf(status) < at)
  return [
    ...(operation.startsWith('GET ') ? [] : [`outcome inconclusive at ${operation}`]),
    ...(repeats ? [`content-type-conformance at ${operation}`] : []),
  ]
}

function expectedOf(kind, operation, { meant, sent }) {
  if (kind in inAnswer) return inAnswer[kind].map((rule) => `${rule} at ${operation}`)
  const locations = differences(JSON.parse(meant.body), JSON.parse(sent.body))
  return locations.map((location) => `${inBody[kind]} at ${operation} ${location}`)
}

/** The locations at which two JSON values differ, as pointers with `*` for every index. */
function differences(before, after, pointer = '') {
  if (Object.is(before, after)) return []
  if (!isNested(before) || !isNested(after)) return [pointer]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => {
    const token = Array.isArray(before) ? '*' : key
    return differences(before[key], after[key], `${pointer}/${token}`)
  })
}

function isNested(value) {
  return typeof value === 'object' && value !== null
}
