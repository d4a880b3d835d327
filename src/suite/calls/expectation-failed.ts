import { curlNotes } from '../../drift/evidence/curl.ts'
import { expectationFailed, type Finding, type Site } from '../../model/finding.ts'
import { fingerprint } from '../../util/fingerprint.ts'
import type { CallRecord } from './record.ts'

/** Returns the finding for a failed expectation that the description allows. `call`: the test's last call. */
export function expectationFinding(expectation: string, test: string, call: CallRecord | undefined): Finding {
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
    message: `the test "${test}" failed: ${expectation}`,
    why: 'The description allows the response, but a client that works as the test does would not get what it needs.',
    fix: 'Change the API back, or, if the response is intended, change the test.',
    site,
    reaches: call === undefined ? [] : [call.operation],
    source: {},
    evidence: {
      ...(call?.status !== undefined && { status: call.status }),
      ...(call !== undefined && { curl: call.curl, ...curlNotes(call.curl) }),
      ...(call?.exchange !== undefined && { exchange: call.exchange }),
      samples: 1,
      tests: [test],
    },
  }
}
