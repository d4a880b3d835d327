import { describe } from '../description/dialects/operations.ts'
import { applyPatch } from '../description/editing/json-patch.ts'
import { parseDocument } from '../description/reading/parse.ts'
import { buildExchange } from '../drift/checking/exchange.ts'
import { createInspector, type Inspection, type InspectorOptions } from '../drift/checking/inspect.ts'
import type { Json } from '../model/json.ts'
import { locationsOf } from '../model/locations.ts'
import type { Check, CompiledSchema, DriftDraft, Exchange, Observation } from '../model/observation.ts'
import type { Description, Operation, Way } from '../model/operation.ts'
import { createSchemaCompiler } from '../schema/validation/compile.ts'

/** A response and its description. Every part has a default. YAML is in flow style. */
export interface CheckCase {
  /** Complete description as YAML. If absent, it is built from the parts below. */
  readonly description?: string
  /** `openapi` version. Default: `3.0.3`. `2.0` builds a Swagger description. */
  readonly version?: string
  /** Schema of the JSON body of the `200` response, as YAML. */
  readonly schema?: string
  /** `responses` of the operation as YAML, instead of `schema`. */
  readonly responses?: string
  /** `components` (`definitions` for 2.0) as YAML. */
  readonly components?: string
  /** For example `GET /things`. Default: the first operation. */
  readonly operation?: string
  readonly status?: number
  /** Headers with lower-case names. Default: `content-type: application/json`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Body sent as JSON. `raw` is sent unchanged instead. */
  readonly body?: Json
  readonly raw?: string
  /** Request method. */
  readonly method?: string
}

/** Builds the exchange passed to checks, the same way as a run does. */
export function exchangeOf(input: CheckCase): Exchange {
  const { description, operation, observation } = prepare(input)
  const compiler = createSchemaCompiler(description.document)
  return buildExchange(description, compiler, operation, observation).exchange
}

/** Runs one check on a case. */
export function draftsOf(check: Check, input: CheckCase): readonly DriftDraft[] {
  // A check returns one draft, a list or nothing.
  return [check.judge(exchangeOf(input)) ?? []].flat() as readonly DriftDraft[]
}

/** Runs all checks on a case. */
export function inspectionOf(input: CheckCase, options?: InspectorOptions): Inspection {
  const { description, operation, observation } = prepare(input)
  return createInspector(description, options).inspectOperation(operation, observation)
}

/** Returns `rule-id location` of every finding of all checks. */
export function violationsOf(input: CheckCase): readonly string[] {
  return violationsIn(inspectionOf(input))
}

/** Returns `rule-id location` of each location of every finding. */
export function violationsIn({ findings }: Inspection): readonly string[] {
  const pairs = findings.flatMap((finding) => locationsOf(finding).map(({ pointer }) => [finding.ruleId, pointer]))
  return pairs.map((pair) => pair.join(' ').trim())
}

export interface CompileOptions {
  /** Default: `3.0.3`. */
  readonly version?: string
  /** Default: `response`. */
  readonly way?: Way
}

/** Compiles the schema `A` out of schemas in YAML flow style without braces. */
export function compiledOf(
  schemas: string,
  { version = '3.0.3', way = 'response' }: CompileOptions = {},
): CompiledSchema {
  const { document } = descriptionOf(written({ version, components: `{ schemas: { ${schemas} } }` }))
  const pointer = '/components/schemas/A'
  return createSchemaCompiler(document).compile({ node: document.at(pointer) ?? true, pointer }, way)
}

/** Validates a value. Returns `keyword pointer` of each violation, with the property for `required`. */
export function schemaViolations(schemas: string, value: Json, options?: CompileOptions): readonly string[] {
  const found = compiledOf(schemas, options).validate(value)
  return found.map(({ keyword, instancePointer, property = '' }) => `${keyword} ${instancePointer} ${property}`.trim())
}

/** Returns the violations that remain after applying all proposed patches to the description. */
export function violationsAfterPatches(input: CheckCase): readonly string[] {
  const { description } = prepare(input)
  const patches = inspectionOf(input).findings.flatMap(({ patch = [] }) => patch)
  const patched = applyPatch(description.document.root, patches)
  return violationsOf({ ...input, description: JSON.stringify(patched) })
}

export function descriptionOf(content: string): Description {
  return describe(parseDocument({ content, name: 'test', file: 'test.yaml' }))
}

interface Prepared {
  readonly description: Description
  readonly operation: Operation
  readonly observation: Observation & { readonly status: number }
}

function prepare(input: CheckCase): Prepared {
  const description = descriptionOf(input.description ?? written(input))
  const { operations } = description
  const operation = operations.find(({ key }) => key === input.operation) ?? operations[0]
  if (operation === undefined || (input.operation !== undefined && operation.key !== input.operation)) {
    throw new RangeError(`the description has no ${input.operation ?? 'operation'}`)
  }
  const body = input.raw ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const observation = {
    request: { method: input.method ?? operation.method, path: operation.path, headers: {} },
    status: input.status ?? 200,
    headers: input.headers ?? { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
    milliseconds: 1,
    authenticated: false,
  }
  return { description, operation, observation }
}

function written({ version = '3.0.3', schema = '{}', responses, components = '{}' }: CheckCase): string {
  const info = 'info: { title: test, version: "1" }'
  if (version === '2.0') {
    const own = responses ?? `{ 200: { description: ok, schema: ${schema} } }`
    const paths = `paths: { /things: { get: { produces: [application/json], responses: ${own} } } }`
    return ['swagger: "2.0"', info, paths, `definitions: ${components}`].join('\n')
  }
  const own = responses ?? `{ 200: { description: ok, content: { application/json: { schema: ${schema} } } } }`
  return [
    `openapi: ${version}`,
    info,
    `paths: { /things: { get: { responses: ${own} } } }`,
    `components: ${components}`,
  ].join('\n')
}
