import { isObject, type SentObject } from '../http/fields.ts'

/** A request in the form of a build. */
export interface BuildRequest {
  readonly operation: string
  readonly path: (name: string) => string
  readonly query: (name: string) => string | undefined
  readonly body: SentObject
}

/** How one build of the interface differed from the build after it. */
export interface BuildStep {
  /** Operations it did not have. */
  readonly lacks?: readonly string[]
  /** Converts a request to this build into one to the next build. Throws a Refusal for what this build did not know. */
  readonly convertRequest?: (request: BuildRequest) => BuildRequest
  /** Converts a response of the next build into one of this build. */
  readonly convertResponse?: (body: unknown, operation: string) => unknown
}

/** Changes every object in a JSON value, the innermost first. */
export function mapObjects(value: unknown, change: (object: SentObject) => SentObject): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)] as const)
  return change(Object.fromEntries(members))
}

/** A JSON object without these properties. */
export function without(object: SentObject, ...names: readonly string[]): SentObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}
