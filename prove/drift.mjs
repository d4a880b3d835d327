// Derives the expected findings of a drift from its kind and its effect on the response.

import { keyOf } from './builds.mjs'

/** The check violated by each kind of body drift, at the changed location. */
const inBody = {
  null: 'null-conformance',
  enum: 'enum-conformance',
  required: 'required-conformance',
  type: 'type-conformance',
  format: 'format-conformance',
  extra: 'undocumented-property',
}

/** The checks violated by each kind of drift that affects the whole response. */
const inAnswer = {
  body: ['body-presence'],
  status: ['status-code-conformance'],
  'content-type': ['content-type-conformance'],
  500: ['server-error'],
}

/** The outcome of a call with a response that isn't from the application. The run reports it and finds nothing. */
const inOutcome = {
  html: 'gateway',
  429: 'rate-limited',
  503: 'gateway',
  slow: 'unreachable',
}

/** The check that reports a response which breaks off on every attempt. */
const inConnection = { truncated: 'server-error', reset: 'server-error' }

/** Whether a kind of drift leaves nothing to check in the response. */
export function isLoss(kind) {
  return kind in inOutcome || kind in inConnection || kind === 'malformed'
}

/** Description of the expected finding for each kind. */
export const found = Object.fromEntries([
  ...Object.entries(inBody).map(([kind, rule]) => [kind, `${rule}, where the response was changed`]),
  ...Object.entries(inAnswer).map(([kind, rules]) => [kind, rules.join(', ')]),
  ...Object.entries(inConnection).map(([kind, rule]) => [
    kind,
    `${rule}; outcome unreachable if the repeated request is rejected`,
  ]),
  ...Object.entries(inOutcome).map(([kind, outcome]) => [
    kind,
    `no finding: outcome ${outcome}, reported as not checked`,
  ]),
  ['malformed', 'content-type-conformance once it repeats; outcome inconclusive, reported as not checked, before'],
])

/**
 * Returns the expected findings and outcomes of a run with these drifts, as strings. A drift that never occurred adds an expectation that fails.
 */
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
 * A broken response is retried up to a limit. If all attempts break off, the run reports a finding. If an attempt is
 * rejected because an earlier one took effect, the outcome is unreachable.
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

/** Safe requests are retried, so the first garbled response counts only for the others. */
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

/** Returns the locations at which two JSON values differ, as pointers with `*` for array indexes. */
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
