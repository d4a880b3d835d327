import type { Json } from '../../model/json.ts'

/** Call of a suite. Strings may contain source code, marked by `code`. */
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
  /** Parts of the request that could not be converted. */
  readonly notes: readonly string[]
}

/** Step of a flow: a call, outputs kept from its response, and expected values. Expressions start with `$response`. */
export interface ScriptStep extends ScriptCall {
  readonly id: string
  readonly outputs: readonly (readonly [string, string])[]
  readonly values: readonly (readonly [code: string, Json])[]
}

/** Steps that depend on each other's outputs. Becomes one test. */
export interface ScriptFlow {
  readonly name: string
  readonly inputs: readonly (readonly [string, Json])[]
  readonly steps: readonly ScriptStep[]
  readonly notes: readonly string[]
}

export interface Script {
  readonly calls: readonly ScriptCall[]
  readonly flows: readonly ScriptFlow[]
  /** Parts of the file that could not be converted. */
  readonly notes: readonly string[]
}

/** Request from a recording or collection. */
export interface ScriptRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  /** Empty: no body. Undefined: a body that can't be converted. */
  readonly body: string | undefined
  /** Response status, if known. */
  readonly status?: number
  readonly as?: string
  readonly notes: readonly string[]
}

const [open, close] = ['\u0000', '\u0001']
const marks = new RegExp(`[${open}${close}]`, 'g')

/** Marks source code within a string. */
export function code(source: string): string {
  return `${open}${source}${close}`
}

/** Returns code that reads an environment variable in a suite. */
export function variable(name: string): string {
  return code(`env('${name}')`)
}

/** Splits a string into literals and source code, alternating, starting with a literal. */
export function partsOf(text: string): readonly string[] {
  return text.split(marks)
}

/** Removes marks from a value of an input file, so that it can't inject code. */
export function unmarked(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(marks, '')
  if (Array.isArray(value)) return value.map((item) => unmarked(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replaceAll(marks, ''), unmarked(member)]))
}
