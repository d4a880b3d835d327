import type { Json } from '../../model/json.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { ownCredentialOf } from '../../resources/credentials.ts'
import { actingReadOf } from '../../resources/effect.ts'
import { isObject } from '../../util/json.ts'
import { isOperationGlob, matcherOf } from '../../util/operation-glob.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { meant } from '../../util/text.ts'
import { settingText } from '../../util/writing/setting-text.ts'
import { inputNames } from '../generation/parameters.ts'
import { withValue } from '../generation/slots.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'

/** Parameter values from the config: by parameter name, or by operation (glob) and then name. */
export type ParameterSettings = Readonly<Record<string, Json>>

/** Config settings for generated requests. */
export interface ReachSettings {
  readonly parameters?: ParameterSettings
  /** Globs of operations that are never called automatically; a leading `!` allows operations that are skipped by default. */
  readonly never?: readonly string[]
  /** Resources, besides created ones, that may be changed automatically: any, or those of the given operations (globs). */
  readonly resources?: ResourceSettings
  /** Globs of operations that only read although their method is POST. */
  readonly reads?: readonly string[]
  /** The config file, for advice in its language. */
  readonly configFile?: string
}

/** Tests whether an operation only reads: GET, HEAD and OPTIONS (RFC 9110 §9.2.1), and those in `reads`. */
export function isRead(
  { method, key }: Pick<Operation, 'method' | 'key'>,
  { reads = [] }: ReachSettings = {},
): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method) || reads.some((glob) => matcherOf(glob)(key))
}

/** Default: `own`, only resources created by the run. */
export type ResourceSettings = 'own' | 'existing' | readonly string[]

/** Returns the configured values of an operation. Precedence, lowest first: parameter names, globs, the operation's own key. */
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

/** Returns the values configured under keys with an explicit method. */
export function namedValues(parameters: ParameterSettings = {}, operation: Operation): RequestInput {
  const own = Object.entries(parameters).filter(([key]) => /^[A-Z]+ /.test(key) && isOperationGlob(key))
  return configuredInput(Object.fromEntries(own), operation)
}

/** Returns the configured values of required parameters, sent if a test doesn't set them. */
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

/** Merges body members; other values are replaced. */
function withBody(both: RequestInput, under: RequestInput, over: RequestInput): RequestInput {
  if (!isObject(under.body) || !isObject(over.body)) return both
  return { ...both, body: { ...under.body, ...over.body } }
}

/** Resolves a parameter name or location (`query page`, `body /owner/id`); with `isOwn` also a body member. */
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
  // An undeclared parameter may appear in the path template only.
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

/** Why an operation is not called automatically: by config, because it may invalidate our credential, or because it isn't a read. */
export interface LeftOut {
  readonly because: string
  /** It may be called with a resource that this run created. */
  readonly isSafeIfMade: boolean
}

/** Returns why generated requests skip an operation; undefined if it may be called. */
export function leftOutOf(
  operation: Operation,
  description: Description,
  { never = [], configFile }: Pick<ReachSettings, 'never' | 'configFile'> = {},
): LeftOut | undefined {
  const glob = never.findLast((one) => matcherOf(one.replace(/^!/, ''))(operation.key))
  if (glob?.startsWith('!') === true) return undefined
  if (glob !== undefined) return { because: `the config says so, never: ${JSON.stringify(glob)}`, isSafeIfMade: false }
  const own = ownCredentialOf(operation, description) ?? noRead(operation)
  if (own === undefined) return undefined
  const allow = `${settingText(configFile, { never: [`!${operation.key}`] })} allows it`
  return { because: `${own.because}; ${allow}`, isSafeIfMade: own.isSafeIfMade }
}

function noRead(operation: Operation): LeftOut | undefined {
  const acting = actingReadOf(operation)
  return acting === undefined
    ? undefined
    : { because: `it may change something although it is a ${operation.method} (${acting})`, isSafeIfMade: false }
}

/** Returns globs without a matching operation, each with a suggestion. */
export function unmatchedGlobs(
  { parameters = {}, never = [], resources = [], reads = [] }: ReachSettings,
  operations: readonly Operation[],
): readonly { readonly key: string /** Suggested operation. */; readonly hint: string }[] {
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
