import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clock, common, project as newProject, startFollower as start } from '../../../testing/follower.ts'
import { checkTraffic } from '../check.ts'
import { finishPartials, readPartials } from '../merge-partials.ts'
import type { FollowEvent } from './options.ts'

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /loans/{id}:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: integer }, status: { enum: [OPEN] } } } } } } } }
`

const line = (offset: number, body: unknown, more: object = {}): string =>
  `${JSON.stringify({
    ...{ source: 'traffic-0', offset, request: { method: 'GET', url: `https://api.example.com/v1/loans/${offset}` } },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    ...more,
  })}\n`
const other = (offset: number): string =>
  line(offset, {}, { request: { method: 'GET', url: `https://api.example.com/v1/other/${offset}` } })

const project = () => newProject(description)

const shown = (events: readonly FollowEvent[]): string[] =>
  events.map((event) =>
    event.event === 'finding'
      ? `${event.finding.ruleId} ${event.finding.site.pointer} ${event.finding.evidence?.samples}`.replace('  ', ' ')
      : `flushed ${event.counts.records} ${event.repeated} ${JSON.stringify(event.offsets)}`,
  )

it('reports a finding when it arrives and again at ten times the count, and undocumented operations with the counts', async () => {
  const follower = start(project())
  follower.feed(line(1, { id: 'x' }))
  await follower.until(() => follower.events.length === 1)
  // A single chunk is checked completely before other events.
  follower.feed([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((at) => line(at, { id: 'x' })).join('') + other(13))
  await follower.until(() => follower.events.length === 2)
  follower.tick()
  await follower.until(() => follower.events.length === 4)
  // No record has arrived since, so there is no state to store.
  follower.tick()
  await follower.end()
  const shownWith = follower.events.flatMap((event) =>
    event.event === 'finding' ? (event.exchange?.request.url ?? '') : [],
  )
  expect(shownWith[0]).toBe('$SPECDRIFT_BASE_URL/v1/loans/1')
  expect(shownWith[2]).toBe('$SPECDRIFT_BASE_URL/v1/other/13')
  expect(shown(follower.events)).toEqual([
    'type-conformance /id 1',
    'type-conformance /id 10',
    'undocumented-operation 1',
    'flushed 13 0 {"traffic-0":13}',
    'flushed 13 0 {"traffic-0":13}',
  ])
})

it('resumes where it stopped: redelivered records count once, and no finding is reported twice', async () => {
  const at = project()
  const first = start(at)
  first.feed(line(1, { id: 'x' }) + line(2, { id: 2 }) + other(3))
  await first.until(() => first.events.length === 1)
  first.stop()
  await first.ended
  const second = start(at)
  second.feed(line(2, { id: 2 }) + other(3) + line(4, { status: 'PAUSED' }) + line(5, { id: 'y' }).slice(0, -9))
  const report = await second.end()
  expect(shown(second.events)).toEqual(['enum-conformance /status 1', 'flushed 5 2 {"traffic-0":4}'])
  expect(report?.traffic).toEqual({ records: 5, broken: 1, exchanges: 4, checked: 3, unmatched: 1, leftOut: 0 })
})

it('its state is a partial result; merging it gives the report of one run over all records', async () => {
  const at = project()
  const lines = [line(1, { id: 'x' }), other(2), line(3, { id: 3, more: 1 }), '{broken\n', line(4, { id: 'x' })]
  for (const part of [lines.slice(0, 2), lines.slice(2)]) {
    const follower = start(at, { slice: 'one' })
    follower.feed(part.join(''))
    await follower.end()
  }
  writeFileSync(join(at.cwd, 'r.ndjson'), lines.join(''))
  const { cwd } = at
  const baseline = { entries: [] }
  const run = await checkTraffic({ ...common, cwd, clock, baseline, recordings: ['r.ndjson'], stdin: empty() })
  const whole = run.reportAfter()
  const merged = await finishPartials(readPartials(readFileSync(at.file, 'utf8'), 'state.json') ?? [], {
    ...{ cwd, specsDir: 'specs', now: clock(), baseline: async () => baseline },
  })
  expect(merged.reportAfter()).toEqual(whole)
  expect(whole.traffic?.records).toBe(5)
})

async function* empty(): AsyncGenerator<string> {}

it('reports neither accepted nor filtered findings, and an invalid JSON body only from the second on', async () => {
  const garbled = (offset: number): string =>
    line(offset, {}, { response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":1' } })
  const text = line(1, { id: 'x' }) + line(2, { status: 'x' }) + garbled(3)
  const open = start(project())
  open.feed(text)
  await open.end()
  const [type] = open.events.flatMap((event) => (event.event === 'finding' ? [event.finding] : []))
  expect(shown(open.events).slice(0, -1)).toEqual(['type-conformance /id 1', 'enum-conformance /status 1'])
  const entry = { fingerprint: type?.fingerprint ?? '', reason: 'r', owner: 'o' }
  const less = start(project(), { baseline: { entries: [entry] }, wanted: { exclude: ['enum-conformance'] } })
  less.feed(text + garbled(4))
  await less.end()
  expect(shown(less.events).slice(0, -1)).toEqual(['content-type-conformance 2'])
})

it('retries writing the state, and rejects the state of another run', async () => {
  const at = project()
  const follower = start(at)
  follower.feed(line(1, { id: 1 }) + line(2, { id: 'x' }))
  await follower.until(() => follower.events.length === 1)
  mkdirSync(at.file)
  follower.tick()
  await follower.until(() => follower.failures.length === 1)
  expect(follower.failures[0]).toMatch(/state\.json/)
  rmdirSync(at.file)
  follower.tick()
  await follower.until(() => follower.events.length === 2)
  await follower.end()
  expect(shown(follower.events)[1]).toBe('flushed 2 0 {"traffic-0":2}')
  await expect(start(at, { policy: 'strict' }).ended).rejects.toThrow(/state of another run: its policy differs/)
  await expect(start(at, { slice: 'other' }).ended).rejects.toThrow(/not of other/)
  writeFileSync(at.file, '{"specdrift":"partial"')
  await expect(start(at).ended).rejects.toThrow(/state\.json/)
})

it.each([
  ['har', /har is a format of whole recordings/],
  ['none', /not a recording in a known format/],
])('rejects the format %s', async (format, message) => {
  await expect(start(project(), { format }).ended).rejects.toThrow(message)
})
