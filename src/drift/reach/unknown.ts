import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { Description, Operation, Parameter } from '../../model/operation.ts'
import type { Need } from '../../resources/needs.ts'
import { equalJson } from '../../util/json.ts'
import { describedValues } from '../planning/example.ts'
import type { RequestInput } from '../planning/plan.ts'
import type { Captures } from './captures.ts'
import type { Choice } from './choose.ts'
import { sentValue } from './read-request.ts'
import { configuredInput, type ParameterSettings } from './settings.ts'

/** A value in a request that may not exist. */
export interface UnknownValue {
  /** For example `path id`. */
  readonly location: string
  readonly name: string
  readonly value: Json | undefined
  /** `similar`: matched only by name and may identify something else. `stale`: captured before a later change. */
  readonly from: 'example' | 'generated' | 'similar' | 'stale'
}

interface Parts {
  readonly description: Description
  readonly captures: Captures
  readonly operation: Operation
  readonly chosen: ReadonlySet<string>
  readonly parameters?: ParameterSettings
  fits?(need: Need, value: Json): boolean
}

/** Returns path parameters and other sent identifiers that may not exist. */
export function unknownIn(parts: Parts, input: RequestInput, { used }: Choice): readonly UnknownValue[] {
  const { operation, description, chosen, captures, parameters } = parts
  const config = configuredInput(parameters, operation)
  const doubts = new Map(
    used.map(({ need, isCertain, mayBeGone }) => [
      need.location,
      !isCertain ? ('similar' as const) : mayBeGone === true ? ('stale' as const) : undefined,
    ]),
  )
  const isKnown = (location: string, value: Json | undefined, configured: Json | undefined): boolean =>
    (doubts.has(location) && doubts.get(location) === undefined) ||
    chosen.has(location) ||
    (configured !== undefined && equalJson(configured, value))
  const path = pathNames(operation).flatMap((name): UnknownValue[] => {
    const [location, value] = [`path ${name}`, input.path?.[name]]
    if (isKnown(location, value, config.path?.[name])) return []
    const from = originOf(description.document, parameterOf(operation, name), value)
    return [{ location, name, value, from: doubts.get(location) ?? from }]
  })
  const others = (captures.graph.needs.get(operation.key) ?? []).flatMap((need): UnknownValue[] => {
    const value = sentValue(input, need)
    const { location, name } = need
    // Planning the request adds required values.
    const isSent = value !== undefined || (need.required && need.in !== 'body')
    if (need.in === 'path' || !isSent || isKnown(location, value, sentValue(config, need))) return []
    return [{ location, name, value, from: doubts.get(location) ?? 'generated' }]
  })
  return [...path, ...others]
}

function originOf(
  document: Document,
  parameter: Parameter | undefined,
  value: Json | undefined,
): 'example' | 'generated' {
  if (parameter === undefined) return 'generated'
  const examples = describedValues(parameter, document)
  // Planning uses the first example if no value is given.
  if (value === undefined) return examples.length > 0 ? 'example' : 'generated'
  return examples.some((one) => equalJson(one, value)) ? 'example' : 'generated'
}

/** Further examples rarely help. */
const mostExamples = 3

/** Returns the described values of a path parameter. */
export function examplesFor({ description, operation, captures, fits }: Parts, name: string): readonly Json[] {
  const parameter = parameterOf(operation, name)
  if (parameter === undefined) return []
  const need = captures.graph.needs.get(operation.key)?.find((one) => one.location === `path ${name}`)
  return describedValues(parameter, description.document)
    .filter((value) => need === undefined || (fits?.(need, value) ?? true))
    .slice(0, mostExamples)
}

function parameterOf({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === 'path' && one.name === name)
}

/** Returns the parameter names in an operation's path. */
export function pathNames({ path }: Pick<Operation, 'path'>): readonly string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name ?? '')
}
