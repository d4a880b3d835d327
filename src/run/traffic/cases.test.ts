import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../model/json.ts'
import { descriptionOf, violationsIn } from '../../testing/check-tester.ts'
import ndjson from '../../traffic/formats/ndjson.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import { readRecord } from '../../traffic/reading/reader.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { createSession } from './session.ts'
import { liveResultOf } from './to-live-result.ts'

const folder = join(import.meta.dirname, '../../traffic/cases')
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => {
    // The files are ours; a case that misses a field fails.
    const entries = load(readFileSync(join(folder, file), 'utf8')) as JsonObject[]
    return entries.map((entry) => [`${file.replace('.yaml', '')}: ${ownString(entry, 'name')}`, entry] as const)
  })

function descriptionIn({ version, servers, schemas, paths, method, operation, responses, schema }: JsonObject): string {
  const ok = { 200: { description: 'ok', content: { 'application/json': { schema: schema ?? {} } } } }
  return JSON.stringify({
    ...{ openapi: version ?? '3.0.3', info: { title: 't', version: '1' } },
    ...(servers && { servers }),
    paths: paths ?? { '/things': { [String(method ?? 'get')]: operation ?? { responses: responses ?? ok } } },
    components: { schemas: schemas ?? {} },
  })
}

/** `type` is the Content-Type, application/json for a `body`; `headers: unknown` is none recorded. */
function lineOf(line: Json): string {
  const [raw, body, gzip, sent] = ['raw', 'body', 'gzip', 'sent'].map((name) => own(line, name))
  const text =
    gzip !== undefined
      ? { base64: gzipSync(String(gzip)).toString('base64') }
      : (raw ?? (body === undefined ? undefined : JSON.stringify(body)))
  const named = own(line, 'headers')
  const type = ownString(line, 'type') || (text === undefined || text === '' ? 'none' : 'application/json')
  const headers = {
    ...(type !== 'none' && { 'content-type': type }),
    ...(gzip !== undefined && { 'content-encoding': 'gzip' }),
    ...(isObject(named) && named),
  }
  const status = own(line, 'status') ?? 200
  return JSON.stringify({
    request: {
      method: ownString(line, 'method') || 'GET',
      url: ownString(line, 'url') || '/things',
      headers: own(line, 'sentHeaders'),
      body: sent,
    },
    ...(status !== 0 && {
      response: {
        status,
        ...(named !== 'unknown' && { headers }),
        ...(own(line, 'partial') && { partialHeaders: true }),
        body: text,
      },
    }),
  })
}

describe('recordings of two lines', () => {
  it.each(cases)('%s', (_, entry) => {
    const description = descriptionOf(descriptionIn(entry))
    const session = createSession(description, {})
    const lines = ownArray(entry, 'lines').map(lineOf)
    expect(lines).toHaveLength(2)
    for (const line of lines) readRecord(ndjson, Buffer.from(line), session)
    const { findings, notChecked } = liveResultOf(mergeTraffic([session.result()]), description, session)
    const because = notChecked.filter(({ kind }) => kind === undefined).map((row) => row.because)
    expect(violationsIn({ outcome: 'received', findings, notChecked: [] }).toSorted()).toEqual(ownArray(entry, 'finds'))
    expect(because).toEqual(ownArray(entry, 'unchecked').map((part) => expect.stringContaining(String(part))))
  })

  it('are at least 60, each of its own name', () => {
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length)
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })
})
