import { JSON_SCHEMA, load } from 'js-yaml'
import { createRedactor, type Redactor } from '../../drift/redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import { flowsOf } from '../../init/from/arazzo.ts'
import { bruCollection } from '../../init/from/bru.ts'
import { requestsOf } from '../../init/from/collections.ts'
import { type ScriptRequest, unmarked } from '../../init/from/script.ts'
import { scriptText } from '../../init/from/suite-text.ts'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { toObservation } from '../../traffic/checking/to-observation.ts'
import { addressOf } from '../../traffic/matching/locate.ts'
import type { RecordedExchange } from '../../traffic/recording.ts'
import { readSource } from '../traffic/reading/read-source.ts'
import { sourcesOf } from '../traffic/reading/sources.ts'
import { readHere } from '../traffic/taker.ts'
import { bruFiles } from './bru-files.ts'
import { hidingOf, mostCalls, scriptOf } from './calls-of.ts'

export interface SuiteFromOptions {
  readonly file: string
  readonly cwd: string
  readonly api: string
  readonly operations: readonly Operation[]
}

export interface SuiteFrom {
  readonly text: string
  readonly calls: number
  readonly flows: number
  readonly left: number
}

/** Generates a suite from an Arazzo, Postman or Bruno file or a recording. Throws USAGE for a file without calls of the API. */
export async function suiteFrom({ file, cwd, api, operations }: SuiteFromOptions): Promise<SuiteFrom> {
  const redactor = createRedactor()
  const files = await bruFiles(file, cwd)
  const parsed = files === undefined ? await parsedFile(file, cwd) : unmarked(bruCollection(files))
  const script =
    (parsed !== undefined && flowsOf(parsed, operations, hidingOf({ api, redactor }))) ||
    scriptOf((parsed !== undefined && requestsOf(parsed, api)) || (await recorded(file, cwd, redactor)), {
      api,
      operations,
      redactor,
    })
  if (script.calls.length + script.flows.length === 0)
    throw toolError('USAGE', [`Nothing in ${file} calls an operation of the description.`])
  const name = file.replaceAll('\\', '/').split('/').at(-1) ?? file
  const text = scriptText(api, name, script)
  return { text, calls: script.calls.length, flows: script.flows.length, left: script.notes.length }
}

/** Parses a file as a single JSON or YAML value; undefined for recordings with one record per line. */
async function parsedFile(file: string, cwd: string): Promise<Json | undefined> {
  const [source] = await sourcesOf([file], cwd, (async function* () {})())
  // HARs may have any size, unlike collections and workflows.
  if (source === undefined || /\.(?:har|gz|zst|ndjson)$/i.test(file) || (source.size ?? 0) > 32 * 2 ** 20)
    return undefined
  const parts: Uint8Array[] = []
  for await (const chunk of source.bytes) parts.push(chunk)
  const text = Buffer.concat(parts)
    .toString()
    .replace(/^\uFEFF/, '')
  try {
    // YAML's JSON schema yields JSON values.
    return unmarked((/^\s*[{[]/.test(text) ? JSON.parse(text) : load(text, { schema: JSON_SCHEMA })) as Json)
  } catch {
    return undefined
  }
}

async function recorded(file: string, cwd: string, redactor: Redactor): Promise<readonly ScriptRequest[]> {
  const found: ScriptRequest[] = []
  const sink = {
    record: () => {},
    broken: () => {},
    check(exchange: RecordedExchange): void {
      if (found.length >= 20 * mostCalls) return
      const observation = toObservation(exchange, addressOf(exchange.request.url).path)
      const { request, status, unrecorded = [] } = observation
      redactor.remember([...sentSecrets(request, redactor), ...receivedSecrets(observation, redactor)])
      const clean = (text: string): string => String(unmarked(text))
      found.push({
        method: request.method,
        url: clean(exchange.request.url),
        headers: Object.entries(request.headers).map(([name, value]) => [clean(name), clean(value)] as const),
        body: unrecorded.includes('requestBody') ? undefined : clean(request.body ?? ''),
        status,
        notes: [],
      })
    },
  }
  for (const source of await sourcesOf([file], cwd, (async function* () {})()))
    await readSource(source, readHere(sink), {})
  return found
}
