import type { Json } from '../../model/json.ts'

/** A call of a suite. Strings in its values may hold source code, as `code` marks it. */
export interface ScriptCall {
  /** `GET /orders/{id}`. */
  readonly operation: string
  readonly path?: Readonly<Record<string, Json>>
  readonly query?: Readonly<Record<string, Json>>
  readonly headers?: Readonly<Record<string, Json>>
  readonly body?: Json
  readonly rawBody?: string
  readonly contentType?: string
  readonly expect?: Json
  readonly as?: string
  /** What could not be carried over. */
  readonly notes: readonly string[]
}

/** A step of a flow: a call, what is kept of its response, and what its response must hold, as source code after `response`. */
export interface ScriptStep extends ScriptCall {
  readonly id: string
  readonly outputs: readonly (readonly [string, string])[]
  readonly values: readonly (readonly [code: string, Json])[]
}

/** Steps that use what the ones before returned: one test. */
export interface ScriptFlow {
  readonly name: string
  readonly inputs: readonly (readonly [string, Json])[]
  readonly steps: readonly ScriptStep[]
  readonly notes: readonly string[]
}

/** What a suite is written from. */
export interface Script {
  readonly calls: readonly ScriptCall[]
  readonly flows: readonly ScriptFlow[]
  /** What could not be carried over at all. */
  readonly notes: readonly string[]
}

/** A request as a recording or a collection has it. */
export interface ScriptRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  /** `''`: none. Undefined: one that cannot be carried over. */
  readonly body: string | undefined
  /** Of its response, where one is known. */
  readonly status?: number
  readonly as?: string
  readonly notes: readonly string[]
}

const [open, close] = ['\u0000', '\u0001']
const marks = new RegExp(`[${open}${close}]`, 'g')

/** Marks source code in a text. */
export function code(source: string): string {
  return `${open}${source}${close}`
}

/** Reads an environment variable in a suite. */
export function variable(name: string): string {
  return code(`env('${name}')`)
}

/** The parts of a text: literals and source code by turns, a literal first. */
export function partsOf(text: string): readonly string[] {
  return text.split(marks)
}

/** A value read from a file, without what could be taken for a mark. */
export function unmarked(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(marks, '')
  if (Array.isArray(value)) return value.map((item) => unmarked(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replaceAll(marks, ''), unmarked(member)]))
}
