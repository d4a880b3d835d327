import type { Finding, Site } from '../model/finding.ts'
import { fingerprint } from '../util/fingerprint.ts'
import { type CallRecord, isError } from './record.ts'

/** The rule id of what a suite asserts beyond the description. */
export const expectationFailed = 'expectation-failed'

/** A call whose status is not the one its test expects, though the description allows it. */
export function unmetFinding(call: CallRecord): Finding[] {
  if (call.unmet === undefined || call.findings.some(isError)) return []
  return [finding(call.unmet, call.test, call)]
}

/** An assertion of a test that does not hold; `call` is the test's last. */
export function assertionFinding(assertion: string, test: string, call: CallRecord | undefined): Finding {
  return finding(assertion, test, call)
}

function finding(assertion: string, test: string, call: CallRecord | undefined): Finding {
  const site: Site = {
    ...(call !== undefined && { operation: call.operation }),
    direction: 'response',
    part: `test ${test}`,
    pointer: '',
  }
  return {
    ruleId: expectationFailed,
    kind: 'drift',
    verdict: 'breaking',
    severity: 'error',
    state: 'new',
    fingerprint: fingerprint(expectationFailed, site, test),
    message: `does not do what the test "${test}" expects: ${assertion}`,
    why: 'The description allows the answer, but a client that works as the test does would not get what it needs.',
    fix: 'Change the API back, or, if it is meant to answer so, change the test.',
    site,
    reaches: call === undefined ? [] : [call.operation],
    source: {},
    evidence: {
      ...(call?.status !== undefined && { status: call.status }),
      ...(call !== undefined && { curl: call.curl }),
      samples: 1,
      tests: [test],
    },
  }
}
