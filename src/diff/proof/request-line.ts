import type { Use } from '../../model/change.ts'
import type { Json } from '../../model/json.ts'
import type { Description, Operation, Parameter } from '../../model/operation.ts'
import { sample } from '../../schema/sample.ts'
import { isObject, own } from '../../util/json.ts'

/**
 * The request line of a call in which the parameter that `use.part` names (`query pageSize`) has a value, the others
 * that are required their examples; `without query pageSize` leaves it out. Nothing for parts that are no parameter.
 */
export function requestLine(
  { document, operations }: Description,
  { operation: key, part }: Use,
  value: Json | undefined,
): { readonly request?: string } {
  const operation = operations.find((candidate) => candidate.key === key)
  const [, isWithout, location, name] = /^(without )?(path|query|header|cookie) (\S+)/.exec(part) ?? []
  if (operation === undefined || location === undefined || name === undefined) return {}
  const given = (parameter: Parameter): Json | undefined => {
    if (parameter.in === location && parameter.name === name) return isWithout === undefined ? value : undefined
    return parameter.required ? exampleOf(document, parameter) : undefined
  }
  const sent = operation.parameters.flatMap((parameter) => {
    const held = given(parameter)
    return held === undefined ? [] : [{ parameter, text: written(held) }]
  })
  return { request: lineOf(operation, sent) }
}

type Given = readonly { readonly parameter: Parameter; readonly text: string }[]

function lineOf({ method, path }: Operation, given: Given): string {
  const of = (location: string): Given => given.filter(({ parameter }) => parameter.in === location)
  const filled = of('path').reduce(
    (address, { parameter, text }) => address.replace(`{${parameter.name}}`, encodeURIComponent(text)),
    path,
  )
  const query = of('query').map(({ parameter, text }) => `${parameter.name}=${encodeURIComponent(text)}`)
  const headers = of('header').map(({ parameter, text }) => ` (${parameter.name}: ${text})`)
  const cookies = of('cookie').map(({ parameter, text }) => ` (Cookie: ${parameter.name}=${text})`)
  const address = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  return [`${method} ${address}`, ...headers, ...cookies].join('')
}

function exampleOf(document: Description['document'], parameter: Parameter): Json | undefined {
  const example = own(parameter.node, 'example')
  if (example !== undefined || parameter.schema === undefined) return example ?? parameter.name
  return sample(document, parameter.schema, { direction: 'request' }) ?? parameter.name
}

/** Enough for a reader to try it: lists with commas, everything else as text. The live engine writes every style. */
function written(value: Json): string {
  if (Array.isArray(value)) return value.map(written).join(',')
  return isObject(value) ? JSON.stringify(value) : String(value)
}
