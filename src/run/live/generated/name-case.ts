import { bareType } from '../../../drift/checking/media-type.ts'
import type { GeneratedCase } from '../../../drift/generation/case.ts'
import type { OperationCases } from '../../../drift/generation/cases.ts'
import { withUpcomingMoments } from '../../../drift/generation/moments.ts'
import { withValue } from '../../../drift/generation/slots.ts'
import type { Sources } from '../../../drift/generation/sources.ts'
import { type Freedom, isSampled, withUniqueNames } from '../../../drift/generation/unique-names.ts'
import type { Captures } from '../../../drift/reach/captures.ts'
import { isRead } from '../../../drift/reach/settings.ts'
import type { Json } from '../../../model/json.ts'
import type { Operation } from '../../../model/operation.ts'
import { isSearch, pathParametersOf } from '../../../resources/paths.ts'
import { joinPointer } from '../../../util/pointer.ts'
import type { Learner } from './learner.ts'

export interface NamingOptions {
  readonly sources: Sources
  readonly captures: Captures
  readonly learner: Learner
  readonly byKey: ReadonlyMap<string, OperationCases>
  /** Six hexadecimal digits. */
  readonly runId: string
}

/** Creates a function that gives each created resource a unique name, so that no earlier or parallel run conflicts (409). */
export function createNaming({
  sources,
  captures,
  learner,
  byKey,
  runId,
}: NamingOptions): (one: GeneratedCase) => GeneratedCase {
  let count = 0
  return (one) => {
    const { operation, input, mode, parts = [] } = one
    if (isRead(operation) || isSearch(operation)) return one
    const needs = captures.graph.needs.get(operation.key) ?? []
    const chosen = [one, ...parts].map((each) => [each.location, each.what] as const)
    const freedom = (at: string): Freedom => {
      if (needs.some((need) => need.location === at)) return 'fixed'
      const own = chosen.find(([each]) => at === each || at.startsWith(`${each}/`))
      if (own === undefined) return 'free'
      const [, what] = own
      return / (as|than) allowed$/.test(what) ? 'length' : what.endsWith('beyond ASCII') ? 'prefix' : 'fixed'
    }
    count += 1
    const tag = `${runId}${count.toString(16).padStart(2, '0')}`
    // In an invalid request, names must stay valid: check them against the simplest request.
    const plain = byKey.get(operation.key)?.plain.input
    const accepts = (body: Json, at: readonly string[], name: string | number): boolean => {
      if (freedom(`body ${joinPointer('', ...at)}`) === 'length' && mode === 'negative') return true
      const whole = mode === 'positive' || mode === 'stateful' ? body : plain?.body && withValue(plain.body, at, name)
      const named = { ...one, input: { ...input, body } }
      return whole !== undefined && learner.adapted(named) === named && conforms(sources, one, whole)
    }
    const path = withOwnPath(
      operation,
      input.path,
      tag,
      chosen.map(([at]) => at),
    )
    const isMaking = makes(captures, operation)
    const dated = input.body && withUpcomingMoments({ body: input.body, freedom, accepts })
    const body = dated && withUniqueNames({ operation, body: dated, tag, isMaking, freedom, accepts })
    if (body === input.body && path === input.path) return one
    return { ...one, input: { ...input, ...(path && { path }), ...(body !== undefined && { body }) } }
  }
}

function makes({ graph }: Captures, { key, method, responses }: Operation): boolean {
  if (graph.serves.get(key)?.some(({ candidate }) => candidate.isMaking) === true) return true
  return method === 'POST' && responses.some(({ status }) => status === '201')
}

/** Uses a unique path for a `PUT` to a path that isn't known to exist. */
function withOwnPath(
  { method, path: template }: Operation,
  path: GeneratedCase['input']['path'],
  tag: string,
  chosen: readonly string[],
): GeneratedCase['input']['path'] {
  const last = pathParametersOf(template).at(-1)
  const value = last && path?.[last.name]
  if (method !== 'PUT' || !template.endsWith('}') || last === undefined || chosen.includes(`path ${last.name}`))
    return path
  return typeof value === 'string' && isSampled(value) ? { ...path, [last.name]: `${value}-${tag}` } : path
}

function conforms({ compiler }: Sources, { operation, input }: GeneratedCase, body: Json): boolean {
  const type = bareType(input.contentType ?? 'application/json')
  const media = operation.requestBody?.content.find((one) => bareType(one.type) === type)
  return media?.schema === undefined || compiler.compile(media.schema, 'request').accepts(body) === true
}

/** Returns whether the request has a name too short to be unique, so that a conflict shows nothing. */
export function mayBeInUse({ mode, what, parts = [] }: GeneratedCase): boolean {
  return mode === 'positive' && [what, ...parts.map((part) => part.what)].includes('is as short as allowed')
}
