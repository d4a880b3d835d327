import type { Json } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { nodeAt, percentDecoded } from '../../util/pointer.ts'

/** The call that an expression refers to. */
export interface ExpressionContext {
  readonly operation: Operation
  readonly observation: Observation
  /** Base URL of the request, for `$url`. */
  readonly baseUrl: string
}

/** Evaluates a runtime expression (OpenAPI 3.x §Runtime Expressions), `{…}` in text, or a constant. Undefined if invalid or absent. */
export function evaluate(expression: Json, context: ExpressionContext): Json | undefined {
  if (typeof expression !== 'string') return expression
  if (expression.startsWith('$')) return expressionValue(expression, context)
  const parts = expression.split(/\{(\$[^{}]+)\}/)
  const values = parts.map((part, index) => (index % 2 === 0 ? part : expressionValue(part, context)))
  if (values.includes(undefined)) return undefined
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('')
}

function expressionValue(expression: string, { operation, observation, baseUrl }: ExpressionContext): Json | undefined {
  const { request } = observation
  if (expression === '$url') return `${baseUrl}${request.path}`
  if (expression === '$method') return request.method
  if (expression === '$statusCode') return observation.status
  const [, side, location = '', name = ''] =
    /^\$(request|response)\.(header|query|path|body)(?:[.#](.*))?$/s.exec(expression) ?? []
  if (side === undefined) return undefined
  const message = side === 'request' ? request : observation
  if (location === 'body') return bodyValue(message.body, expression.includes('#') ? name : '')
  if (location === 'header') return ownText(message.headers, name.toLowerCase())
  if (side === 'response') return undefined
  if (location === 'query') return new URLSearchParams(request.path.split('?')[1]).get(name) ?? undefined
  return ownText(pathValues(operation, request.path), name)
}

function bodyValue(body: string | undefined, pointer: string): Json | undefined {
  try {
    return nodeAt(JSON.parse(body ?? '') as Json, pointer)
  } catch {
    return undefined
  }
}

function ownText(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Returns the decoded path parameters of a request in template order. */
export function pathValues({ path: template }: Pick<Operation, 'path'>, path: string): Record<string, string> {
  const names: string[] = []
  const pattern = template.replace(/\{([^{}]+)\}|[.*+?^$()|[\]\\]/g, (found, name: string | undefined) => {
    if (name === undefined) return `\\${found}`
    names.push(name)
    return '([^/]*)'
  })
  const found = new RegExp(`^${pattern}$`).exec(path.split('?', 1)[0] ?? '')
  return Object.fromEntries(names.map((name, index) => [name, percentDecoded(found?.[index + 1] ?? '')]))
}
