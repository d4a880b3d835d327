import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'

const folder = join(import.meta.dirname, '../../traffic/cases')

/** A contract with a recording of two lines. */
export interface TrafficCase {
  /** For example `responses: an undocumented status`. */
  readonly name: string
  readonly description: string
  readonly lines: readonly string[]
  /** `rule-id location` of every expected finding. */
  readonly finds: readonly string[]
  /** Expected reasons of unchecked parts. */
  readonly unchecked: readonly string[]
}

/** Reads the cases of `src/traffic/cases`. A case with a missing field fails its test. */
export function readTrafficCases(): readonly TrafficCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => {
      const entries = load(readFileSync(join(folder, file), 'utf8')) as JsonObject[]
      return entries.map((entry) => ({
        name: `${file.replace('.yaml', '')}: ${ownString(entry, 'name')}`,
        description: descriptionIn(entry),
        lines: ownArray(entry, 'lines').map(lineOf),
        finds: ownArray(entry, 'finds').map(String),
        unchecked: ownArray(entry, 'unchecked').map(String),
      }))
    })
}

function descriptionIn({ version, servers, schemas, paths, method, operation, responses, schema }: JsonObject): string {
  const ok = { 200: { description: 'ok', content: { 'application/json': { schema: schema ?? {} } } } }
  return JSON.stringify({
    ...{ openapi: version ?? '3.0.3', info: { title: 't', version: '1' } },
    ...(servers && { servers }),
    paths: paths ?? { '/things': { [String(method ?? 'get')]: operation ?? { responses: responses ?? ok } } },
    components: { schemas: schemas ?? {} },
  })
}

/** Returns a line of a recording. `type` is the Content-Type, application/json for a `body`; `headers: unknown` means not recorded. */
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
      ...(own(line, 'sentPartial') && { partialBody: true }),
    },
    ...(status !== 0 && {
      response: {
        status,
        ...(named !== 'unknown' && { headers }),
        ...(own(line, 'partial') && { partialHeaders: true }),
        ...(own(line, 'partialBody') && { partialBody: true }),
        body: text,
      },
    }),
  })
}
