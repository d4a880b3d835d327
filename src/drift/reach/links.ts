import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import type { Need } from '../../resources/needs.ts'
import { own, ownEntries, ownString } from '../../util/json.ts'
import { matchResponse } from '../checking/match.ts'
import { inputNames } from '../generation/parameters.ts'
import { merged } from '../planning/merged.ts'
import type { RequestInput } from '../planning/plan.ts'
import { type ExpressionContext, evaluate } from '../planning/runtime-expression.ts'
import type { Choice } from './choose.ts'

/** Values that a response link provides for its target operation. */
export interface Linked {
  readonly target: Operation
  readonly name: string
  readonly input: RequestInput
}

/** Evaluates the links of a response (OpenAPI 3.x §Link Object). */
export function linksOf(
  document: Document,
  operations: readonly Operation[],
  context: ExpressionContext,
): readonly Linked[] {
  const { operation, observation } = context
  const response = matchResponse(operation.responses, observation.status ?? 0)
  const node = response && document.at(response.pointer)
  return ownEntries(node, 'links').flatMap(([name, written]) => {
    const ref = own(written, '$ref')
    const link = typeof ref === 'string' ? document.resolve(ref)?.node : written
    const target = targetOf(document, operations, link)
    return target === undefined ? [] : [{ target, name, input: inputOf(target, link, context) }]
  })
}

function targetOf(document: Document, operations: readonly Operation[], link: Json | undefined): Operation | undefined {
  const id = ownString(link, 'operationId')
  if (id !== '') return operations.find(({ operationId }) => operationId === id)
  const ref = ownString(link, 'operationRef')
  const pointer = ref === '' ? undefined : document.resolve(ref)?.pointer
  return pointer === undefined ? undefined : operations.find((operation) => operation.pointer === pointer)
}

/** Evaluates link parameters, named with or without a location: `id`, `path.id`. */
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

/** Converts the values of a link to a choice. */
export function linkChoice(input: RequestInput, needs: readonly Need[]): Choice {
  const used = needs.flatMap((need) => {
    const value = need.in === 'path' ? input.path?.[need.name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return [{ need, value, from: 'a link', isCertain: true, isMade: false }]
  })
  return { input, used }
}
