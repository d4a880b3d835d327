import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { isObject, own, ownEntries, ownString } from '../../util/json.ts'
import { matchResponse } from '../checking/match.ts'
import type { RequestInput } from './plan.ts'
import { type ExpressionContext, evaluate, pathValues } from './runtime-expression.ts'

/** Values captured from responses, for later calls. */
export interface Captures {
  /** Captures the values of a successful response: by its links, and the ids of its resources. */
  learn(operation: Operation, observation: Observation): void
  /** The captured values for an operation; links take precedence over names. */
  inputFor(operation: Operation): RequestInput
}

/** Remembers what later calls can use: response links (OpenAPI 3.x §Link Object), and by path what has an id. */
export function createCaptures({ document, operations }: Description, baseUrl: string): Captures {
  const linked = new Map<string, RequestInput>()
  /** Values of the path parameters by path up to the last of them, parameters nameless. */
  const resources = new Map<string, readonly string[]>()
  return {
    learn(operation, observation) {
      const { status = 0 } = observation
      if (status < 200 || status > 299) return
      const values = Object.values(pathValues(operation, observation.request.path))
      if (operation.method === 'DELETE') forget(resources, operation, values)
      else
        for (const [path, known] of resourcesOf(operation, observation, values, operations)) resources.set(path, known)
      for (const [key, input] of linksOf(document, operations, { operation, observation, baseUrl })) {
        linked.set(key, merged(linked.get(key), input))
      }
    },
    inputFor: (operation) => merged({ path: pathInput(resources, operation) }, linked.get(operation.key)),
  }
}

const valueLocations = ['path', 'query', 'headers', 'cookies'] as const

/** The second input over the first, parameter by parameter. */
export function merged(under: RequestInput = {}, over: RequestInput = {}): RequestInput {
  const united = valueLocations.map((location) => [location, { ...under[location], ...over[location] }] as const)
  const rest = Object.entries({ ...under, ...over }).filter(
    ([key]) => !valueLocations.some((location) => location === key),
  )
  return Object.fromEntries([...rest, ...united.filter(([, values]) => Object.keys(values).length > 0)])
}

type Target = readonly [operation: string, input: RequestInput]

function linksOf(document: Document, operations: readonly Operation[], context: ExpressionContext): Target[] {
  const { operation, observation } = context
  const response = matchResponse(operation.responses, observation.status ?? 0)
  const node = response && document.at(response.pointer)
  return ownEntries(node, 'links').flatMap(([, written]) => {
    const ref = own(written, '$ref')
    const link = typeof ref === 'string' ? document.resolve(ref)?.node : written
    const target = targetOf(document, operations, link)
    return target === undefined ? [] : [[target.key, inputOf(target, link, context)]]
  })
}

function targetOf(document: Document, operations: readonly Operation[], link: Json | undefined): Operation | undefined {
  const id = ownString(link, 'operationId')
  if (id !== '') return operations.find(({ operationId }) => operationId === id)
  const ref = ownString(link, 'operationRef')
  const pointer = ref === '' ? undefined : document.resolve(ref)?.pointer
  return pointer === undefined ? undefined : operations.find((operation) => operation.pointer === pointer)
}

const inputNames = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

/** A parameter is named alone or with its location, as `path.id`. */
function inputOf(target: Operation, link: Json | undefined, context: ExpressionContext): RequestInput {
  const input: RequestInput[] = ownEntries(link, 'parameters').flatMap(([key, expression]) => {
    const parameter = target.parameters.find(({ name, in: location }) => key === `${location}.${name}` || key === name)
    const value = evaluate(expression, context)
    if (parameter === undefined || value === undefined || parameter.in === 'querystring') return []
    return [{ [inputNames[parameter.in]]: { [parameter.name]: value } }]
  })
  const body = own(link, 'requestBody')
  const given = body === undefined ? undefined : evaluate(body, context)
  return [...input, ...(given === undefined ? [] : [{ body: given }])].reduce(merged, {})
}

/** The path an operation acts on, up to its last parameter: `/loans/{}/parts/{}`. */
function resourceOf(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1).replaceAll(/\{[^{}]+\}/g, '{}')
}

function forget(resources: Map<string, readonly string[]>, { path }: Operation, values: readonly string[]): void {
  const gone = resourceOf(path)
  for (const [known, held] of resources) {
    if (known.startsWith(gone) && values.every((value, index) => held[index] === value)) resources.delete(known)
  }
}

/** What a response proves to exist: the requested resource, and below it those that the body shows with an id. */
function resourcesOf(
  { path }: Operation,
  { body }: Observation,
  values: readonly string[],
  operations: readonly Operation[],
): [string, readonly string[]][] {
  const requested: [string, readonly string[]][] = values.length === 0 ? [] : [[resourceOf(path), values]]
  const entity = firstEntity(body)
  if (entity === undefined) return requested
  const names = operations.flatMap((operation) => {
    const rest = operation.path.startsWith(`${path}/{`) ? operation.path.slice(path.length + 2) : undefined
    return rest === undefined ? [] : [rest.slice(0, rest.indexOf('}'))]
  })
  const id = [...names, 'id'].map((name) => scalar(own(entity, name))).find((value) => value !== undefined)
  return names.length === 0 || id === undefined
    ? requested
    : [...requested, [resourceOf(`${path}/{}`), [...values, id]]]
}

function scalar(value: Json | undefined): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}

/** The body, the first item of a list, or the first of the list that a page holds. */
function firstEntity(body: string | undefined): Json | undefined {
  const value = parsed(body)
  if (Array.isArray(value)) return value.find(isObject)
  if (!isObject(value) || own(value, 'id') !== undefined) return value
  const list = Object.values(value).find((member) => Array.isArray(member) && member.some(isObject))
  return Array.isArray(list) ? list.find(isObject) : value
}

function parsed(body: string | undefined): Json | undefined {
  try {
    // JSON.parse returns JSON; its type is `any`.
    return JSON.parse(body ?? '') as Json
  } catch {
    return undefined
  }
}

/** The values of the longest known path that the operation's begins with; what is below it is not known. */
function pathInput(resources: ReadonlyMap<string, readonly string[]>, { path }: Operation): Record<string, string> {
  const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name ?? '')
  const nameless = path.replaceAll(/\{[^{}]+\}/g, '{}')
  const fitting = [...resources].filter(([known]) => nameless === known || nameless.startsWith(`${known}/`))
  const [, values = []] = fitting.sort(([a], [b]) => b.length - a.length)[0] ?? []
  return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]))
}
