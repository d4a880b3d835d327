import { expect, test } from 'vitest'
import type { Finding, Site } from '../../model/finding.ts'
import { driftFinding } from '../../testing/sample-report.ts'
import { listed } from './alike.ts'
import { withGroups } from './with-groups.ts'

let count = 0
function finding(site: Site, more: Partial<Finding> = {}): Finding {
  const fingerprint = (++count).toString(16).padStart(16, '0')
  const reaches = site.operation === undefined ? [] : [site.operation]
  return driftFinding({
    ruleId: 'null-conformance',
    state: 'new',
    severity: 'error',
    fingerprint,
    reaches,
    ...more,
    site,
  })
}

const inPet = (name: string, operation = 'GET /pets'): Site => ({
  ...{ operation, direction: 'response', part: '200 application/json', pointer: `/*/${name}` },
  ...{ component: '#/components/schemas/Pet', componentPointer: `/properties/${name}` },
})
const inline = (operation: string, pointer: string): Site => ({
  ...{ operation, direction: 'response', part: '200 application/json', pointer },
})
const parameter = (operation: string, part: string): Site => ({ operation, direction: 'request', part, pointer: '' })

/** The lines of a list: where, and what. */
const lines = (findings: readonly Finding[]) =>
  listed(withGroups(findings)).map(({ site, message }) => `${site.operation} ${site.pointer}: ${message}`)

test('lists members of one component that violate the same rule as one line with all operations they reach', () => {
  const message = 'is null, which the contract does not allow'
  const findings = [
    finding(inPet('name'), { message }),
    finding(inPet('age'), { message, reaches: ['GET /pets', 'GET /pets/{id}'] }),
    finding(inPet('tag'), { message, ruleId: 'type-conformance' }),
  ]
  const [first, second] = listed(withGroups(findings))
  expect(first).toMatchObject({
    message: '2 members (name, age): each is null, which the contract does not allow',
    reaches: ['GET /pets', 'GET /pets/{id}'],
    site: { pointer: '/*' },
  })
  expect(second?.message).toBe(message)
  // Members keep their own fingerprints.
  expect(withGroups(findings).map(({ fingerprint }) => fingerprint)).toEqual(findings.map((one) => one.fingerprint))
  expect(first?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  expect(findings.map((one) => one.fingerprint)).not.toContain(first?.fingerprint)
})

test.each<[string, Finding, Finding]>([
  ['another state', finding(inPet('a')), finding(inPet('b'), { state: 'open' })],
  ['another severity', finding(inPet('a')), finding(inPet('b'), { severity: 'warning' })],
  ['an accepted one', finding(inPet('a'), { state: 'accepted' }), finding(inPet('b'), { state: 'accepted' })],
  ['another object of an inline schema', finding(inline('GET /a', '/x/a')), finding(inline('GET /a', '/y/a'))],
  ['another operation', finding(inline('GET /a', '/x/a')), finding(inline('GET /b', '/x/b'))],
  ['another parameter', finding(parameter('GET /a', 'query q')), finding(parameter('GET /a', 'query r'))],
  [
    'another change of the contract',
    finding(inPet('a'), { kind: 'contract', message: 'a' }),
    finding(inPet('b'), { kind: 'contract', message: 'b' }),
  ],
])('%s is another line', (_what, a, b) => {
  expect(listed(withGroups([a, b]))).toHaveLength(2)
})

test('lists undocumented members of one object, and values for one parameter, as one line', () => {
  const seen = (type: string) => ({ message: `is not documented (seen as ${type})` })
  const found = [
    finding(inline('GET /a', '/x/a'), seen('string')),
    finding(inline('GET /a', '/x/b'), seen('null')),
    finding(parameter('GET /a', 'query q'), { message: 'status 200 although query q is null' }),
    finding(parameter('GET /a', 'query q'), { message: 'status 200 although query q is empty' }),
  ]
  expect(lines(found)).toEqual([
    'GET /a /x: 2 members (a, b): each is not documented',
    'GET /a : status 200 although query q is null; 1 of them differs in the details',
  ])
})

test('lists the same problem on several operations as one line only if there are more than 30 lines', () => {
  const failures = (most: number) =>
    Array.from({ length: most }, (_, at) =>
      finding(
        { operation: `GET /${at}`, direction: 'response', part: '500', pointer: '' },
        { ruleId: 'server-error', message: 'status 500' },
      ),
    )
  expect(listed(withGroups(failures(30)))).toHaveLength(30)
  expect(lines(failures(31))).toEqual(['GET /0 : status 500, on 31 operations'])
})

test('lists the same member with the same message as one line across components only if there are more than 30 lines', () => {
  const nulls = (most: number) =>
    Array.from({ length: most }, (_, at) =>
      finding(
        { ...inPet('changed_by', `GET /${at}`), component: `#/components/schemas/Thing${at}` },
        { message: 'is null, which the contract does not allow' },
      ),
    )
  expect(listed(withGroups(nulls(30)))).toHaveLength(30)
  expect(lines(nulls(31))).toEqual(['GET /0 /*: changed_by is null, which the contract does not allow, in 31 places'])
  // A finding already grouped with others moves only if that saves a line.
  const pair = [finding(inPet('a'), { message: 'is null' }), finding(inPet('b'), { message: 'is null' })]
  expect(listed(withGroups([...nulls(31), ...pair]))).toHaveLength(2)
})

test('lists a property that drifts later as a new finding on its own line', () => {
  const accepted = finding(inPet('name'), { state: 'accepted' })
  const known = [finding(inPet('age'), { state: 'open' }), finding(inPet('tag'), { state: 'open' })]
  const list = listed(withGroups([finding(inPet('owner')), ...known, accepted]))
  expect(list.map(({ state, site }) => [state, site.componentPointer])).toEqual([
    ['new', '/properties/owner'],
    ['open', '/properties/age'],
    ['accepted', '/properties/name'],
  ])
})

test('lists all consumers affected by the findings of a line', () => {
  const hit = (consumer: string) => ({ consumer, kind: 'reads', operation: 'GET /pets', what: '/name' }) as const
  const harmless = { message: 'is null; hits none of 3 consumers', hits: [] }
  const found = [
    finding(inPet('age'), harmless),
    finding(inPet('name'), { message: 'is null; hits web (reads /name); 2 others do not use it', hits: [hit('web')] }),
    finding(inPet('tag'), {
      message: 'is null; hits app (reads /tag), web (reads /tag)',
      hits: [hit('app'), hit('web')],
    }),
    finding(inline('GET /a', '/x/a'), harmless),
    finding(inline('GET /a', '/x/b'), harmless),
  ]
  expect(lines(found)).toEqual([
    'GET /pets /*: 3 members (age, name, tag): each is null; hits app, web',
    'GET /a /x: 2 members (a, b): each is null; hits none of 3 consumers',
  ])
  expect(listed(withGroups(found))[0]?.hits).toHaveLength(3)
})

test('lists findings with the same message as one line in a long list', () => {
  const message = 'is not a valid date-time'
  const dates = Array.from({ length: 40 }, (_, at) => finding(inline(`GET /${at}`, `/at_${at}`), { message }))
  const other = finding(inline('GET /0', '/size'), {
    message: 'is of type string, not integer',
    ruleId: 'type-conformance',
  })
  expect(lines([...dates.slice(0, 20), other])).toHaveLength(21)
  expect(lines([...dates, other])).toEqual([
    expect.stringMatching(/^GET \/0 : 40 members \(at_0, at_1, .*\): each is not a valid date-time$/),
    'GET /0 /size: is of type string, not integer',
  ])
})
