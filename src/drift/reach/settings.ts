import type { Json } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { ownCredentialOf } from '../../resources/credentials.ts'
import { actingReadOf } from '../../resources/effect.ts'
import { isObject } from '../../util/json.ts'
import { isOperationGlob, matcherOf } from '../../util/operation-glob.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { meant } from '../../util/text.ts'
import { inputNames } from '../generation/parameters.ts'
import { withValue } from '../generation/slots.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'

/** Values from the user: by parameter name for every operation, or by operation (a glob) and then by name. */
export type ParameterSettings = Readonly<Record<string, Json>>

/** What the user says about the requests that are generated. */
export interface ReachSettings {
  readonly parameters?: ParameterSettings
  /** Globs over operation keys that are never called by themselves; one that begins with `!` allows what is left out by default. */
  readonly never?: readonly string[]
  /** What specdrift may change by itself beside what it created: any single resource, or what these operations (globs) change. */
  readonly resources?: ResourceSettings
  /** Globs over operations that change nothing, though their method is POST. */
  readonly reads?: readonly string[]
}

/** Whether an operation changes nothing: GET, HEAD and OPTIONS (RFC 9110 §9.2.1), and what the user says only reads. */
export function isRead(
  { method, key }: Pick<Operation, 'method' | 'key'>,
  { reads = [] }: ReachSettings = {},
): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method) || reads.some((glob) => matcherOf(glob)(key))
}

/** Default: only what the run created. */
export type ResourceSettings = 'own' | 'existing' | readonly string[]

/** The values that the user gives to an operation: those for a name, then those of globs, then those of its own key, the last wins. */
export function configuredInput(parameters: ParameterSettings = {}, operation: Operation): RequestInput {
  const entries = Object.entries(parameters)
  const named = entries.filter(([key]) => !isOperationGlob(key))
  const globs = entries.filter(
    ([key]) => isOperationGlob(key) && key !== operation.key && matcherOf(key)(operation.key),
  )
  const own = entries.filter(([key]) => key === operation.key)
  const forNames = named.map(([name, value]) => inputOf(operation, name, value, false))
  const forOperation = [...globs, ...own].flatMap(([, values]) =>
    isObject(values) ? Object.entries(values).map(([name, value]) => inputOf(operation, name, value, true)) : [],
  )
  return [...forNames, ...forOperation].reduce((under, over) => withBody(merged(under, over), under, over), {})
}

/** The values that the user gives for this operation in particular: under a key that spells out its method. */
export function namedValues(parameters: ParameterSettings = {}, operation: Operation): RequestInput {
  const own = Object.entries(parameters).filter(([key]) => /^[A-Z]+ /.test(key) && isOperationGlob(key))
  return configuredInput(Object.fromEntries(own), operation)
}

/** Those of these values that the operation requires: what is sent where a test gives none. */
export function requiredInput(parameters: ParameterSettings | undefined, operation: Operation): RequestInput {
  if (parameters === undefined) return {}
  const { path, ...input } = configuredInput(parameters, operation)
  const required = (['query', 'header', 'cookie'] as const).flatMap((location) => {
    const name = inputNames[location]
    const names = operation.parameters.filter((one) => one.in === location && one.required).map((one) => one.name)
    const values = Object.entries(input[name] ?? {}).filter(([key]) => names.includes(key))
    return values.length === 0 ? [] : [[name, Object.fromEntries(values)] as const]
  })
  return { ...(path && { path }), ...Object.fromEntries(required) }
}

/** Members of a body are put together; other values replace each other. */
function withBody(both: RequestInput, under: RequestInput, over: RequestInput): RequestInput {
  if (!isObject(under.body) || !isObject(over.body)) return both
  return { ...both, body: { ...under.body, ...over.body } }
}

/** A parameter of that name, or at that location (`query page`, `body /owner/id`); of one operation a member of its body too. */
function inputOf(operation: Operation, key: string, value: Json, isOwn: boolean): RequestInput {
  const [, location = '', rest = ''] = /^(path|query|header|cookie|body) (.+)$/.exec(key) ?? []
  if (location === 'body') return bodyInput(operation, pointerTokens(rest), value)
  const name = location === '' ? key : rest
  const isNamed = (one: string): boolean => one === name || one.toLowerCase() === name.toLowerCase()
  const fitting = operation.parameters.filter(
    (one) => (location === '' || one.in === location) && (one.in === 'header' ? isNamed(one.name) : one.name === name),
  )
  const inputs = fitting.flatMap((one): RequestInput[] =>
    one.in === 'querystring' ? [] : [{ [inputNames[one.in]]: { [one.name]: value } }],
  )
  // A path parameter may be in the path only.
  const mayBePath = inputs.length === 0 && (location === '' || location === 'path')
  if (mayBePath && operation.path.includes(`{${name}}`)) return { path: { [name]: value } }
  if (inputs.length === 0 && isOwn && location === '') return bodyInput(operation, [name], value)
  return inputs.reduce(merged, {})
}

function bodyInput(operation: Operation, path: readonly string[], value: Json): RequestInput {
  if (operation.requestBody === undefined) return {}
  const body = withValue({}, path, value)
  return body === undefined ? {} : { body }
}

/** Why an operation is not called by itself: the config says so, or it may take our own credential away, or be no read. */
export interface LeftOut {
  readonly because: string
  /** It is safe with a resource that this very run has made. */
  readonly isSafeIfMade: boolean
}

/** Whether an operation is left out of the requests that nobody asked for; undefined where it may be called. */
export function leftOutOf(
  operation: Operation,
  description: Description,
  never: readonly string[] = [],
): LeftOut | undefined {
  const glob = never.findLast((one) => matcherOf(one.replace(/^!/, ''))(operation.key))
  if (glob?.startsWith('!') === true) return undefined
  if (glob !== undefined) return { because: `the config says so, never: ${JSON.stringify(glob)}`, isSafeIfMade: false }
  const own = ownCredentialOf(operation, description) ?? noRead(operation)
  if (own === undefined) return undefined
  const allow = `never: ["!${operation.key}"] in the config allows it`
  return { because: `${own.because}; ${allow}`, isSafeIfMade: own.isSafeIfMade }
}

function noRead(operation: Operation): LeftOut | undefined {
  const acting = actingReadOf(operation)
  return acting === undefined
    ? undefined
    : { because: `it may change something although it is a ${operation.method} (${acting})`, isSafeIfMade: false }
}

/** Globs of the settings that match no operation, each with the operation that may be meant. */
export function unmatchedGlobs(
  { parameters = {}, never = [], resources = [], reads = [] }: ReachSettings,
  operations: readonly Operation[],
): readonly { readonly key: string /** What may have been meant. */; readonly hint: string }[] {
  const keys = operations.map(({ key }) => key)
  const all = [
    ...Object.keys(parameters)
      .filter(isOperationGlob)
      .map((glob) => ({ key: `parameters: ${JSON.stringify(glob)}`, glob })),
    ...never.map((glob) => ({ key: `never: ${JSON.stringify(glob)}`, glob: glob.replace(/^!/, '') })),
    ...Object.entries({ resources: typeof resources === 'string' ? [] : resources, reads }).flatMap(([name, globs]) =>
      globs.map((glob) => ({ key: `${name}: ${JSON.stringify(glob)}`, glob })),
    ),
  ]
  return all
    .filter(({ glob }) => !keys.some(matcherOf(glob)))
    .map(({ key, glob }) => ({ key, hint: meant(glob, keys) }))
}
