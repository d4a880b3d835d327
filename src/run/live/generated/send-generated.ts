import { bareType } from '../../../drift/checking/media-type.ts'
import type { GeneratedCase } from '../../../drift/generation/case.ts'
import { sentAs } from '../../../drift/generation/cases.ts'
import type { Sources } from '../../../drift/generation/sources.ts'
import type { RequestInput } from '../../../drift/planning/plan.ts'
import { sentValue } from '../../../drift/reach/read-request.ts'
import { ToolError } from '../../../model/errors.ts'
import type { Json } from '../../../model/json.ts'
import type { NotChecked, Observation } from '../../../model/observation.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Need } from '../../../resources/needs.ts'
import type { Performer } from '../../../suite/calls/perform.ts'
import { NotPermitted } from '../../../suite/calls/permit-for.ts'
import { performReaching } from '../../../suite/calls/reach.ts'
import type { CallRecord } from '../../../suite/calls/record.ts'

/** Result of a generated request: the record and number of calls, or why it wasn't sent. */
export type Sent =
  | { readonly record: CallRecord; readonly attempts: number; readonly observation: Observation }
  | { readonly because: string; readonly kind?: 'not-called' }

export interface SendOptions {
  readonly isChecked: boolean
}

/** Sends a case with existing values, except where the case has chosen one. */
export async function sendCase(
  performer: Performer,
  sources: Sources,
  one: GeneratedCase,
  { isChecked }: SendOptions,
): Promise<Sent> {
  const { operation, id, mode, location, what, auth, schemaPointer, keyword } = one
  const input = { ...one.input, ...(auth !== undefined && { auth, expect: '4XX' as const }) }
  const needs = performer.captures.graph.needs.get(operation.key) ?? []
  // Valid values can be replaced by existing ones, unless the case tests a list length.
  const isFree = (at: string): boolean =>
    at === 'request' ||
    what.startsWith(sentAs) ||
    (mode === 'positive' && needs.some((need) => need.location === at && !isSpecial(input, need)))
  const chosen = [location, ...(one.parts ?? []).map((part) => part.location)].filter((at) => !isFree(at))
  try {
    const reached = await performReaching(performer, operation, {
      input,
      test: `generated ${id}: ${location} ${what}`,
      chosen: new Set(chosen),
      fits: (need, value) => fits(sources, operation, need, value),
      acceptsBody: (body) => mode !== 'positive' || acceptsBody(sources, one, body),
      ...(isChecked && {
        generated: { id, mode, location, what, ...(schemaPointer && { schemaPointer }), ...(keyword && { keyword }) },
      }),
    })
    if (reached === undefined) return { because: 'there is nothing to call it with' }
    // The checks interpret the response, not an expectation.
    const { unmet: _, ...record } = reached.record
    return { record, attempts: reached.attempts, observation: reached.observation }
  } catch (error) {
    if (error instanceof NotPermitted) return { because: error.message, kind: 'not-called' }
    if (error instanceof ToolError && error.code === 'REQUEST_INVALID') return { because: error.message }
    throw error
  }
}

function isSpecial(input: RequestInput, need: Need): boolean {
  const value = sentValue(input, need)
  return Array.isArray(value) && value.length !== 1
}

export function rowOf({ operation, id, location, what }: GeneratedCase, because: string): NotChecked {
  return { operation: operation.key, what: `${id}: ${location} ${what}`, because }
}

/** Returns whether the parameter's schema allows a captured value. */
function fits({ compiler }: Sources, { parameters }: Operation, need: Need, value: Json): boolean {
  const parameter = parameters.find((one) => one.in === need.in && one.name === need.name)
  const schema = parameter?.schema ?? parameter?.content?.[0]?.schema
  if (schema === undefined) return true
  return compiler.compile(schema, 'request').accepts(need.isList ? [value] : value) !== false
}

/** Returns whether a body conforms to the operation's request schema. */
export function acceptsBody({ compiler }: Sources, { operation, input }: GeneratedCase, body: Json): boolean {
  const type = bareType(input.contentType ?? 'application/json')
  const media = operation.requestBody?.content.find((one) => bareType(one.type) === type)
  return media?.schema === undefined || compiler.compile(media.schema, 'request').accepts(body) === true
}
