import type { Inspection } from '../../drift/checking/inspect.ts'
import { observationOf, type RawExchange } from '../../drift/checking/recorded.ts'
import { receivedSecrets, sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import { toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import { instanceOf } from '../../model/locations.ts'
import type { Operation } from '../../model/operation.ts'
import { meant } from '../../util/text.ts'
import { statusTest } from '../api/expectation.ts'
import { isError } from '../calls/record.ts'
import type { OpenContract } from './open-contract.ts'
import type { CheckOptions, ContractCheck } from './public-types.ts'
import type { Received } from './received.ts'
import { recordCheck } from './record-check.ts'

/** `key` or the request identifies the operation. Throws UNKNOWN_OPERATION, or USAGE if neither does. */
export function checkReceived(
  contract: OpenContract,
  received: Received,
  key: string | undefined,
  { status, test = 'own test' }: CheckOptions = {},
): ContractCheck {
  const { inspector, router, redactor } = contract
  const operation = key === undefined ? routed(contract, received) : named(contract, key)
  const raw: RawExchange = {
    ...received,
    method: operation?.method ?? received.method ?? '',
    path: received.path ?? operation?.path ?? '',
  }
  const observation = observationOf(raw)
  // Only a completely known request is checked and identifies the operation.
  if (operation === undefined) return resultOf(contract, inspector.inspect(raw))
  const expected = status === undefined ? undefined : statusTest(operation, status)
  const isExpected = (code: number): boolean => expected?.met(code) ?? isNamed(operation, code)
  const secrets = [...sentSecrets(observation.request, redactor), ...receivedSecrets(observation, redactor)]
  const isWhole = key === undefined && expected === undefined && router.match(raw.method, raw.path) === operation
  const inspection =
    isWhole && received.requestHeaders !== undefined
      ? inspector.inspect(raw)
      : inspector.inspectOperation(operation, observation, { test, secrets, expected: isExpected })
  const unmet =
    expected === undefined || expected.met(raw.status)
      ? undefined
      : `expected status ${expected.text}, got ${raw.status}`
  const result = resultOf(contract, inspection, operation, unmet, raw.status)
  recordCheck(contract, { operation, observation, inspection, test, unmet })
  return result
}

/** A status listed in the description is a valid test result, except for server errors. */
function isNamed({ responses }: Operation, status: number): boolean {
  return status < 500 && responses.some((response) => response.status === String(status))
}

function named({ description: { operations } }: OpenContract, key: string): Operation {
  const found = operations.find((operation) => operation.key === key)
  if (found !== undefined) return found
  const keys = operations.map((operation) => operation.key)
  throw toolError('UNKNOWN_OPERATION', [key, 'toMatchContract', meant(key, keys)])
}

function routed({ router }: OpenContract, { method, path }: Received): Operation | undefined {
  if (method !== undefined && path !== undefined) return router.match(method, path)
  throw toolError('USAGE', [
    'The request of the response is unknown: name the operation, toMatchContract("GET /loans/{id}").',
  ])
}

function resultOf(
  { description: { document } }: OpenContract,
  { outcome, findings, notChecked }: Inspection,
  operation?: Operation,
  unmet?: string,
  status?: number,
): ContractCheck {
  const errors = findings.filter(isError)
  const passes = outcome === 'received' && errors.length === 0 && unmet === undefined
  const name = operation?.key ?? 'the response'
  const lines = [
    ...(unmet === undefined ? [] : [`  ${unmet}`]),
    ...(outcome === 'received' ? [] : notChecked.map(({ what, because }) => `  not checked: ${what}: ${because}`)),
    ...errors.map(lineOf),
  ]
  const message = passes
    ? `${name} conforms to ${document.name}${status === undefined ? '' : ` (status ${status})`}`
    : [`${name} does not conform to ${document.name}:`, ...lines].join('\n')
  return { passes, message, operation: operation?.key, outcome, findings, notChecked }
}

function lineOf(finding: Finding): string {
  const { ruleId, site, message, source } = finding
  const at = source.revision
  const where = [site.part ?? '', instanceOf(finding) ?? ''].filter(Boolean).join(' ')
  const position = at === undefined ? '' : `\n    ${at.file}:${at.line}:${at.column}`
  return `  ${ruleId} at ${where}: ${message}${position}`
}
