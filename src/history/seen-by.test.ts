import { describe, expect, it } from 'vitest'
import type { Finding } from '../model/finding.ts'
import type { OperationCounts } from '../model/live/statistics.ts'
import { contractFinding } from '../testing/sample-report.ts'
import { sha256 } from '../util/fingerprint.ts'
import { emptyLedger, type FindingRecord } from './ledger.ts'
import { added, alreadyLive, notYetSeen, propertyPath } from './observed.ts'

const moment = (day: number) => ({ startedAt: `2026-11-0${day}T08:00:00.000Z`, snapshot: 'b06', sha256: 'a' })
const site = {
  operation: 'GET /loans',
  direction: 'response' as const,
  part: '200 application/json',
  pointer: '/items/properties/status',
}

function record(ruleId: string, parts: Partial<FindingRecord> = {}): FindingRecord {
  return {
    ...{ fingerprint: 'd000000000000001', ruleId, operation: 'GET /loans', location: 'x', pointer: '/*/status' },
    ...{ part: '200 application/json', value: sha256('"POSTPONED"').slice(0, 16) },
    ...{ first: moment(2), last: moment(2), cause: { kind: 'unknown', under: 'b06' } },
    ...parts,
  }
}

const reaches = [
  { operation: 'GET /a', part: '404' },
  { operation: 'GET /loans', part: '200 application/json' },
]

const against = (target: string, ...records: readonly FindingRecord[]) => ({
  target,
  ledger: { ...emptyLedger, findingRecords: Object.fromEntries(records.map((each, at) => [`${at}`, each])) },
})

/** Returns the evidence for a change, given live findings at the same location. */
function seenBy(change: Partial<Finding>, ...records: readonly FindingRecord[]): string | undefined {
  return alreadyLive(contractFinding({ site, ...change }), [against('sandbox', ...records)], { sha256: 'b' })?.evidence
}

describe('a change was live before, according to a check', () => {
  it.each([
    ['enum-widened', 'enum-conformance'],
    ['extensible-enum-widened', 'enum-conformance'],
    ['enum-removed', 'enum-conformance'],
    ['nullable-added', 'null-conformance'],
    ['type-widened', 'type-conformance'],
    ['type-widened', 'null-conformance'],
    ['type-changed', 'type-conformance'],
    ['format-widened', 'format-conformance'],
    ['format-changed', 'format-conformance'],
    ['bound-widened', 'bounds-conformance'],
    ['pattern-widened', 'bounds-conformance'],
    ['multiple-of-widened', 'bounds-conformance'],
    ['unique-items-removed', 'bounds-conformance'],
    ['property-added', 'undocumented-property'],
    ['required-property-added', 'undocumented-property'],
    ['property-became-optional', 'required-conformance'],
    ['property-removed', 'required-conformance'],
    ['required-property-removed', 'required-conformance'],
    ['success-response-added', 'status-code-conformance'],
    ['error-response-added', 'status-code-conformance'],
    ['header-became-optional', 'response-headers-conformance'],
    ['required-header-removed', 'response-headers-conformance'],
  ])('%s: %s', (ruleId, check) => {
    expect(seenBy({ ruleId }, record(check))).toBe('already live since 2026-11-02 (run of b06 against sandbox)')
    expect(seenBy({ ruleId }, record('write-only-leak'))).toBeUndefined()
  })

  it.each<[string, Partial<Finding>, Partial<FindingRecord>]>([
    ['another header', { ruleId: 'header-became-optional' }, { part: '200 X-Other' }],
    ['another value of an extensible enum', { ruleId: 'extensible-enum-widened', after: ['OPEN', 'LOST'] }, {}],
    ['another operation', {}, { operation: 'POST /loans' }],
    ['no operation', {}, { operation: undefined as never }],
    ['another part', {}, { part: '404 application/json' }],
    ['another property', {}, { pointer: '/*/kind' }],
  ])('but not by %s', (_what, change, seen) => {
    const check = change.ruleId === 'header-became-optional' ? 'response-headers-conformance' : 'enum-conformance'
    expect(seenBy(change, record(check, seen))).toBeUndefined()
  })

  it.each<[string, Partial<FindingRecord>, boolean]>([
    ['the schema itself', { at: '/components/schemas/Loan/properties/status' }, true],
    ['a keyword of it', { at: '/components/schemas/Loan/properties/status/enum/-' }, true],
    ['a schema below it', { at: '/components/schemas/Loan/properties/status/items/enum' }, false],
    ['a schema in a part of it', { at: '/components/schemas/Loan/properties/status/not/enum' }, false],
    ['the owner', { at: '/components/schemas/Loan' }, false],
    ['a location that is not known', {}, false],
    ['that it is not required', { at: '/components/schemas/Loan/required/1' }, true],
    ['that another is not', { at: '/components/schemas/Loan/required/1', pointer: '/*/kind' }, false],
  ])('in a component: %s', (_what, seen, expected) => {
    const inComponent = { ...site, component: '#/components/schemas/Loan', pointer: '/properties/status' }
    expect(seenBy({ site: inComponent }, record('enum-conformance', seen)) !== undefined).toBe(expected)
  })

  it('at a header, anywhere in its value', () => {
    const seen = record('response-headers-conformance', { pointer: '' })
    expect(seenBy({ ruleId: 'header-became-optional' }, seen)).toBeDefined()
  })

  it('has the earliest date, then sorts by target', () => {
    const later = record('enum-conformance', { first: moment(3) })
    const first = record('enum-conformance')
    expect(seenBy({}, later, first)).toContain('since 2026-11-02')
    const ledgers = [against('z', first), against('a', first), against('b', later)]
    const found = alreadyLive(contractFinding({ site }), ledgers, { sha256: 'b' })
    expect(found?.evidence).toContain('(run of b06 against a)')
  })

  it('supports an unknown publication day', () => {
    const published = { sha256: 'b', capturedAt: moment(2).startedAt }
    const ledgers = [against('sandbox', record('enum-conformance'))]
    expect(alreadyLive(contractFinding({ site }), ledgers, published)).toBeUndefined()
  })
})

it.each([
  ['/properties/content/items/properties/status', '/content/*/status'],
  ['/properties/a~1b~0c', '/a~1b~0c'],
  ['/additionalProperties/properties/properties', '/*/properties'],
  ['/allOf/0/properties/a', '/a'],
  ['', ''],
])('the schema %j describes %j in a body', (pointer, path) => {
  expect(propertyPath(pointer)).toBe(path)
})

it('an item added to a missing list makes the whole list new, a removed list adds none', () => {
  expect([added(undefined, ['a']), added(['a'], ['a', 'b']), added(['a'], undefined)]).toEqual([['a'], ['b'], []])
})

describe('a change that was never observed', () => {
  const counts: OperationCounts = {
    ...{ calls: 3, parameters: {}, responses: { 200: 3 }, headers: {}, contentTypes: {} },
    bodies: {
      '200 application/json': { entities: {}, locations: { '/*/status': { seen: 1, values: { '"OPEN"': 1 } } } },
    },
  }
  const toldOf = (change: Partial<Finding>, operations: Readonly<Record<string, OperationCounts>>) =>
    notYetSeen(contractFinding({ site, reaches: ['GET /loans'], ...change }), { runs: 1, operations })?.evidence

  it.each<[string, Partial<Finding>]>([
    ['operation-added', {}],
    ['success-response-added', {}],
    ['error-response-added', {}],
    ['property-added', {}],
    ['required-property-added', {}],
    ['enum-widened', { before: [], after: ['OPEN'] }],
    ['extensible-enum-widened', { before: [], after: ['OPEN'] }],
  ])('%s is observed if the counts show it, and not otherwise', (ruleId, change) => {
    const never = { ...counts, calls: 0, responses: {}, bodies: {} }
    expect(toldOf({ ruleId, ...change }, { 'GET /loans': counts })).toBeUndefined()
    expect(toldOf({ ruleId, ...change }, { 'GET /loans': never })).toBe('published, not yet called in 1 run')
    expect(toldOf({ ruleId, ...change }, {})).toBe('published, not yet called in 1 run')
  })

  it('one of several values suffices, and an absent location does not', () => {
    expect(toldOf({ before: [], after: ['OPEN', 'LOST'] }, { 'GET /loans': counts })).toBeUndefined()
    const locations = { '/*/status': { seen: 0 } }
    const never = { ...counts, bodies: { '200 application/json': { entities: {}, locations } } }
    expect(toldOf({ ruleId: 'property-added' }, { 'GET /loans': never })).toBe('published, not yet seen in 1 run')
  })

  it('request properties have no observation', () => {
    expect(toldOf({ site: { ...site, direction: 'request' } }, {})).toBeUndefined()
  })

  it('a value only counts at its location and in parts that contain one', () => {
    const locations = { '/*/status': { seen: 1 } }
    const without = { ...counts, bodies: { '200 application/json': { entities: {}, locations } } }
    expect(toldOf({}, { 'GET /loans': without })).toBe('published, not yet seen in 1 run')
  })
})

it('a shared finding was live at each of its operations only', () => {
  const shared = record('enum-conformance', { operation: 'GET /a', part: '404', reaches })
  const since = 'already live since 2026-11-02 (run of b06 against sandbox)'
  expect(seenBy({ ruleId: 'enum-widened' }, shared)).toBe(since)
  const status = record('status-code-conformance', { operation: 'GET /a', part: '404', reaches, pointer: '' })
  const change = (operation: string, part: string) =>
    seenBy({ ruleId: 'error-response-added', reaches: [operation], site: { ...site, operation, part } }, status)
  expect([change('GET /a', '404'), change('GET /loans', '404'), change('GET /b', '404')]).toEqual([
    since,
    undefined,
    undefined,
  ])
})
