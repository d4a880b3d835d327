import { describe, expect, it } from 'vitest'
import type { Finding } from '../model/finding.ts'
import type { OperationCounts } from '../model/live/statistics.ts'
import { contractFinding } from '../testing/sample-report.ts'
import { sha256 } from '../util/fingerprint.ts'
import type { FindingRecord } from './ledger.ts'
import { alreadyLive, notYetSeen } from './observed.ts'

const moment = { startedAt: '2026-11-02T08:00:00.000Z', snapshot: 'b06', sha256: 'a' }

/** POSTPONED was seen at `Loan.status` of `GET /loans` in a run of b06. */
function findingRecord(parts: Partial<FindingRecord> = {}): FindingRecord {
  return {
    ...{ fingerprint: 'd000000000000001', ruleId: 'enum-conformance', operation: 'GET /loans', location: 'x' },
    ...{ pointer: '/*/status', part: '200 application/json', at: '/components/schemas/Loan/properties/status/enum/-' },
    value: sha256('"POSTPONED"').slice(0, 16),
    ...{ first: moment, last: moment, cause: { kind: 'unknown', under: 'b06' } },
    ...parts,
  }
}

const property = {
  component: '#/components/schemas/Loan',
  direction: 'response' as const,
  pointer: '/properties/extra',
}
const inline = { operation: 'GET /loans', direction: 'response' as const, part: '200 application/json' }
const required = { ruleId: 'required-conformance', pointer: '/*/extra', at: '/components/schemas/Loan/required/2' }
const undocumented = { ruleId: 'undocumented-property', at: '/components/schemas/Loan/properties/extra' }

const alreadyLiveEvidence = {
  kind: 'already-live',
  evidence: 'already live since 2026-11-02 (run of b06 against sandbox)',
}

describe('a change that was live before its publication', () => {
  it.each<[string, Partial<Finding>, Partial<FindingRecord>, boolean]>([
    ['a value', {}, {}, true],
    ['another value', { after: ['OPEN', 'LOST'] }, {}, false],
    ['a value at another property', { site: { ...property, pointer: '/properties/kind' } }, {}, false],
    ['a value below the schema that changed', { site: { ...property, pointer: '' } }, {}, false],
    ['a value of another operation', { reaches: ['POST /loans'] }, {}, false],
    ['a value that is sent', { site: { ...property, pointer: '/properties/status', direction: 'request' } }, {}, false],
    ['a value seen by another check', {}, { ruleId: 'null-conformance' }, false],
    ['a value seen under the new contract', {}, { first: { ...moment, sha256: 'b' } }, false],
    ['a value seen after its publication', {}, { first: { ...moment, startedAt: '2026-11-05T08:00:00.000Z' } }, false],
    [
      'a null',
      { ruleId: 'nullable-added' },
      { ruleId: 'null-conformance', at: '/components/schemas/Loan/properties/status/nullable' },
      true,
    ],
    ['a property', { ruleId: 'property-added', site: property }, undocumented, true],
    [
      'another property',
      { ruleId: 'property-added', site: { ...property, pointer: '/properties/other' } },
      undocumented,
      false,
    ],
    ['a missing property', { ruleId: 'property-became-optional', site: property }, required, true],
    [
      'another missing property',
      { ruleId: 'property-became-optional', site: property },
      { ...required, pointer: '/*/other' },
      false,
    ],
    ['a value of an inline schema', { site: { ...inline, pointer: '/items/properties/status' } }, {}, true],
    ['another location of it', { site: { ...inline, pointer: '/properties/status' } }, {}, false],
    [
      'a status',
      { ruleId: 'error-response-added', site: { ...inline, part: '404', pointer: '' } },
      { ruleId: 'status-code-conformance', part: '404' },
      true,
    ],
    [
      'another status',
      { ruleId: 'error-response-added', site: { ...inline, part: '409', pointer: '' } },
      { ruleId: 'status-code-conformance', part: '404' },
      false,
    ],
    ['a rule without a corresponding check', { ruleId: 'server-added' }, {}, false],
  ])('%s', (_what, change, seen, expected) => {
    const ledger = {
      runs: 1,
      operations: {},
      received: {},
      checks: [],
      checked: {},
      findingRecords: { x: findingRecord(seen) },
    }
    const published = { sha256: 'b', capturedAt: '2026-11-04T00:00:00.000Z' }
    const found = alreadyLive(contractFinding(change), [{ target: 'sandbox', ledger }], published)
    expect(found).toEqual(expected ? alreadyLiveEvidence : undefined)
  })
})

describe('a change that has not been seen yet', () => {
  const counts: OperationCounts = {
    ...{ calls: 3, parameters: {}, responses: { 200: 3 }, headers: {}, contentTypes: {} },
    bodies: {
      '200 application/json': {
        entities: {},
        locations: { '': { seen: 3 }, '/*/status': { seen: 3, values: { '"OPEN"': 3 } }, '/*/kind': { seen: 1 } },
      },
    },
  }

  it.each<[string, Partial<Finding>, boolean | 'called']>([
    ['a value', {}, true],
    ['a value that was seen', { before: [], after: ['OPEN'] }, false],
    ['a property', { ruleId: 'property-added', site: property }, true],
    [
      'a property that was seen',
      { ruleId: 'property-added', site: { ...property, pointer: '/properties/kind' } },
      false,
    ],
    ['a status', { ruleId: 'error-response-added', site: { ...inline, part: '404', pointer: '' } }, true],
    [
      'a status that was seen',
      { ruleId: 'success-response-added', site: { ...inline, part: '200', pointer: '' } },
      false,
    ],
    [
      'an operation',
      { ruleId: 'operation-added', reaches: ['GET /new'], site: { operation: 'GET /new', pointer: '' } },
      'called',
    ],
    ['an operation that was called', { ruleId: 'operation-added', reaches: ['GET /loans'] }, false],
    ['what responses cannot show', { ruleId: 'server-added' }, false],
  ])('%s', (_what, change, expected) => {
    const found = notYetSeen(contractFinding(change), { runs: 2, operations: { 'GET /loans': counts } })
    const verb = expected === 'called' ? expected : 'seen'
    expect(found?.evidence).toBe(expected ? `published, not yet ${verb} in 2 runs` : undefined)
  })

  it('is not reported without runs against the contract', () => {
    expect(notYetSeen(contractFinding(), { runs: 0, operations: {} })).toBeUndefined()
  })
})
