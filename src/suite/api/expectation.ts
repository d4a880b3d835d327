import { matchResponse } from '../../drift/checking/match.ts'
import { toolError } from '../../model/errors.ts'
import type { Operation } from '../../model/operation.ts'

/** A class of statuses. */
export type StatusRange = '1XX' | '2XX' | '3XX' | '4XX' | '5XX'

/** The expected status: one, a range, any of a list, or `documented` for any status in the description. */
export type Expectation =
  | number
  | StatusRange
  | readonly (number | StatusRange)[]
  | 'documented'
  | ((status: number) => boolean)

export interface StatusTest {
  readonly text: string
  /** The caller named a status, so an expected rejection is checked instead of counting as an outage. */
  readonly explicit: boolean
  met(status: number): boolean
}

/** Parses the expectation of a test. Default: any documented success. Throws USAGE. */
export function statusTest(operation: Operation, expectation: Expectation | undefined): StatusTest {
  if (expectation === undefined) return success(operation)
  if (expectation === 'documented') {
    return { text: 'a documented status', explicit: false, met: (status) => documents(operation, status) }
  }
  if (typeof expectation === 'function') {
    return { text: 'a status that the test accepts', explicit: true, met: expectation }
  }
  const named = typeof expectation === 'object' ? expectation : [expectation]
  const tests = named.map((status) => oneStatus(operation, String(status)))
  if (tests.length === 0) throw toolError('USAGE', [`${operation.key} expects one of no statuses at all`])
  return { text: named.join(' or '), explicit: true, met: (status) => tests.some((met) => met(status)) }
}

function oneStatus(operation: Operation, text: string): (status: number) => boolean {
  const range = /^([1-5])XX$/i.exec(text)?.[1]
  if (range !== undefined) return (status) => String(status).startsWith(range)
  if (!/^[1-5]\d\d$/.test(text)) throw toolError('USAGE', [`${operation.key} expects ${text}, which is no HTTP status`])
  return (status) => String(status) === text
}

function success(operation: Operation): StatusTest {
  const succeeds = operation.responses.some(({ status }) => status.startsWith('2') || status === 'default')
  const met = (status: number): boolean =>
    (status >= 200 && status < 300) || (!succeeds && status < 400 && documents(operation, status))
  return { text: '2XX', explicit: false, met }
}

/** Returns whether the description covers a status: exactly, by range or by `default`. */
export function documents(operation: Operation, status: number): boolean {
  return matchResponse(operation.responses, status) !== undefined
}
