import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import type { RawExchange } from '../../drift/checking/recorded.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Outcome } from '../../model/observation.ts'
import { isObject, own, ownArray, ownString } from '../../util/json.ts'
import { families, latest } from './diff-cases.ts'

/** An exchange with its description as JSON text and all expected findings. */
export interface DriftCase {
  readonly theme: string
  readonly name: string
  readonly because: string
  /** For example `3.0`. */
  readonly dialect: string
  readonly description: string
  readonly exchange: RawExchange
  /** True if the exchange is inspected twice. */
  readonly repeated: boolean
  /** `rule location` of each expected finding, sorted. */
  readonly finds: readonly string[]
  readonly outcome: Outcome
  /** Substrings of the expected reasons in `notChecked`. */
  readonly unchecked: readonly string[]
}

const folder = join(import.meta.dirname, '../../drift/cases')

/** Reads all cases of `src/drift/cases/*.yaml`, one per dialect. */
export function readDriftCases(): readonly DriftCase[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  return files.sort().flatMap((file) => {
    // Trusted files: a case with a missing field fails its test.
    const entries = load(readFileSync(join(folder, file), 'utf8')) as JsonObject[]
    return entries.flatMap((entry) => {
      const dialects = ownString(entry, 'dialects') || 'all'
      return (families[dialects] ?? [dialects]).map((dialect) => caseOf(file.replace('.yaml', ''), entry, dialect))
    })
  })
}

function caseOf(theme: string, entry: JsonObject, dialect: string): DriftCase {
  return {
    ...{ theme, dialect },
    name: ownString(entry, 'name'),
    because: ownString(entry, 'because'),
    description: descriptionText(entry, dialect),
    exchange: exchangeOf(entry),
    repeated: entry.repeated === true,
    finds: ownArray(entry, 'finds').map(String).sort(),
    // A misspelled outcome never matches, so the case fails.
    outcome: (ownString(entry, 'outcome') || 'received') as Outcome,
    unchecked: ownArray(entry, 'unchecked').map(String),
  }
}

/** Returns a description of `GET /things` with the `schema` of its JSON body, its `responses`, or the whole `operation`. */
function descriptionText(entry: JsonObject, dialect: string): string {
  const isSwagger = dialect === '2.0'
  const method = 'requestBody' in operationOf(entry, isSwagger) ? 'post' : 'get'
  const text = JSON.stringify({
    [isSwagger ? 'swagger' : 'openapi']: latest[dialect] ?? '',
    info: { title: 'T', version: '1' },
    paths: { '/things': { [method]: operationOf(entry, isSwagger) } },
    ...(isSwagger ? { definitions: entry.schemas ?? {} } : { components: { schemas: entry.schemas ?? {} } }),
  })
  return isSwagger ? text.replaceAll('#/components/schemas/', '#/definitions/') : text
}

function operationOf({ operation, responses, schema = {} }: JsonObject, isSwagger: boolean): JsonObject {
  if (isObject(operation)) return operation
  if (responses !== undefined) return { responses }
  const described: JsonObject = isSwagger ? { schema } : { content: { 'application/json': { schema } } }
  return {
    ...(isSwagger && { produces: ['application/json'] }),
    responses: { 200: { description: 'ok', ...described } },
  }
}

/** Returns the exchange of a case. `type` is the Content-Type (`none` for none). The body is `raw` text, otherwise `body` as JSON. */
function exchangeOf(entry: JsonObject): RawExchange {
  const request = entry.request ?? {}
  const type = ownString(entry, 'type') || 'application/json'
  const requestBody = own(request, 'body')
  const body = bodyOf(entry)
  return {
    method: ownString(request, 'method') || (requestBody === undefined ? 'GET' : 'POST'),
    path: ownString(request, 'path') || '/things',
    requestHeaders: textsIn(own(request, 'headers')),
    ...(requestBody !== undefined && { requestBody: String(requestBody) }),
    status: typeof entry.status === 'number' ? entry.status : 200,
    headers: { ...(type !== 'none' && { 'content-type': type }), ...textsIn(entry.headers) },
    ...(body !== undefined && { body }),
  }
}

function bodyOf({ raw, body, nested }: JsonObject): string | undefined {
  if (typeof nested === 'number') return `${'['.repeat(nested)}${']'.repeat(nested)}`
  if (typeof raw === 'string') return raw
  return body === undefined ? undefined : JSON.stringify(body)
}

function textsIn(node: Json | undefined): Record<string, string> {
  return isObject(node) ? Object.fromEntries(Object.entries(node).map(([name, value]) => [name, String(value)])) : {}
}
