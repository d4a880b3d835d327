import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import type { Json, JsonObject } from '../../model/json.ts'

/** Where a case applies. A schema is compared in both directions, anything else as written. */
export type CaseSide = 'request' | 'response' | 'expect'

/** Expected worst verdict, and the ids of exactly those rules that report something. */
export interface Expectation {
  readonly verdict: 'breaking' | 'risky' | 'compatible' | 'nothing'
  readonly rules: readonly string[]
}

/** Two small descriptions as JSON text with the expected result. */
export interface DiffCase {
  readonly theme: string
  readonly name: string
  readonly because: string
  readonly side: CaseSide
  /** `3.0`, or `3.0 to 3.1`. */
  readonly dialect: string
  readonly before: string
  readonly after: string
  readonly expected: Expectation
  /** Expected number of findings, for edits that must cause only one. */
  readonly count?: number
  /** Describes a known wrong result. */
  readonly known?: string
  /** Why the reverse edit doesn't have the mirrored result. */
  readonly oneWay?: string
  /** Why a breaking schema finding has no proven witness here. */
  readonly unproven?: string
}

const folder = join(import.meta.dirname, '../../diff/cases')
/** Full version number by dialect. */
export const latest: Readonly<Record<string, string>> = { '2.0': '2.0', '3.0': '3.0.3', '3.1': '3.1.1', '3.2': '3.2.0' }
/** Dialects of a case, the one with the best tool support first. */
export const families: Readonly<Record<string, readonly string[]>> = {
  all: ['3.0', '2.0', '3.1', '3.2'],
  '3.0+': ['3.0', '3.1', '3.2'],
  '3.1+': ['3.1', '3.2'],
  legacy: ['3.0', '2.0'],
}

/** Reads all cases of `src/diff/cases/*.yaml`, one per direction and dialect. */
export function readDiffCases(): readonly DiffCase[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  return files.sort().flatMap((file) => {
    // Trusted files: a case with a missing field fails its test.
    const entries = load(readFileSync(join(folder, file), 'utf8')) as JsonObject[]
    return entries.flatMap((entry) => expand(file.replace('.yaml', ''), entry))
  })
}

function expand(theme: string, entry: JsonObject): DiffCase[] {
  const of = textOf(entry.of) ?? 'schema'
  const dialects = textOf(entry.dialect) ?? (of === 'schema' || of === 'body' || of === 'schemas' ? 'all' : '3.0+')
  const sides = (['request', 'response', 'expect'] as const).filter((side) => entry[side] !== undefined)
  return sides.flatMap((side) =>
    (families[dialects] ?? [dialects]).map((dialect) => {
      const [from = '', to = from] = dialect.split(' to ')
      const [known, unproven] = [noteOf(entry.known, side), noteOf(entry.unproven, side)]
      const [verdict = '', ...rules] = String(entry[side]).split(' ')
      return {
        theme,
        name: String(entry.name),
        because: String(entry.because),
        side,
        dialect,
        before: descriptionText(of, entry.before ?? null, side, from),
        after: descriptionText(of, entry.after ?? null, side, to),
        // A misspelled verdict never matches, so the case fails.
        expected: { verdict: verdict as Expectation['verdict'], rules: rules.sort() },
        ...(typeof entry.count === 'number' ? { count: entry.count } : {}),
        ...(known === undefined ? {} : { known }),
        ...(unproven === undefined ? {} : { unproven }),
        ...(typeof entry.oneWay === 'string' ? { oneWay: entry.oneWay } : {}),
      }
    }),
  )
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns a note that applies to all sides of a case, or to the given side. */
function noteOf(note: Json | undefined, side: CaseSide): string | undefined {
  if (note === undefined || typeof note === 'string') return textOf(note)
  return textOf((note as JsonObject)[side])
}

/** Embeds the value of a case in a complete description. */
function descriptionText(of: string, value: Json, side: CaseSide, dialect: string): string {
  const isSwagger = dialect === '2.0'
  const head = { [isSwagger ? 'swagger' : 'openapi']: latest[dialect] ?? '', info: { title: 'T', version: '1' } }
  const text = JSON.stringify({ ...head, ...membersOf(of, value, side, isSwagger) })
  return isSwagger ? text.replaceAll('#/components/schemas/', '#/definitions/') : text
}

function membersOf(of: string, value: Json, side: CaseSide, isSwagger: boolean): JsonObject {
  switch (of) {
    case 'schema':
      return bodyOf({ type: 'object', required: ['value'], properties: { value } }, side, isSwagger)
    case 'body':
      return bodyOf(value, side, isSwagger)
    case 'schemas': {
      const components: JsonObject = isSwagger ? { definitions: value } : { components: { schemas: value } }
      return { ...bodyOf({ $ref: '#/components/schemas/Body' }, side, isSwagger), ...components }
    }
    case 'parameters':
      return { paths: { '/x': { get: { parameters: value, responses: responses } } } }
    case 'operation':
      return { paths: { '/x': { post: { responses: responses, ...(value as JsonObject) } } } }
    case 'paths':
      return { paths: value }
    default:
      return { paths: {}, ...(value as JsonObject) }
  }
}

const responses: JsonObject = { 200: { description: 'ok' } }

function bodyOf(schema: Json, side: CaseSide, isSwagger: boolean): JsonObject {
  const content = { content: { 'application/json': { schema } } }
  if (side === 'request') {
    const swagger = {
      consumes: ['application/json'],
      parameters: [{ in: 'body', name: 'body', required: true, schema }],
    }
    const body = isSwagger ? swagger : { requestBody: { required: true, ...content } }
    return { paths: { '/x': { post: { ...body, responses: responses } } } }
  }
  const swagger = { produces: ['application/json'], responses: { 200: { description: 'ok', schema } } }
  const operation = isSwagger ? swagger : { responses: { 200: { description: 'ok', ...content } } }
  return { paths: { '/x': { get: operation } } }
}
