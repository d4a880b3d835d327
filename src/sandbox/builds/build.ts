import { isObject, type SentObject } from '../http/fields.ts'

/** A request in the form of a build. */
export interface BuildRequest {
  readonly operation: string
  readonly path: (name: string) => string
  readonly query: (name: string) => string | undefined
  readonly body: SentObject
}

/** Differences between one build of the interface and the next. */
export interface BuildStep {
  /** Operations missing in this build. */
  readonly lacks?: readonly string[]
  /** Converts a request to this build into a request to the next one. Throws a Refusal for values unknown to this build. */
  readonly convertRequest?: (request: BuildRequest) => BuildRequest
  /** Converts a response of the next build into one of this build. */
  readonly convertResponse?: (body: unknown, operation: string) => unknown
}

/** Applies a change to every object in a JSON value, innermost first. */
export function mapObjects(value: unknown, change: (object: SentObject) => SentObject): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)] as const)
  return change(Object.fromEntries(members))
}

/** Returns the object without these properties. */
export function without(object: SentObject, ...names: readonly string[]): SentObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}
