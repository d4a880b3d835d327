import type { ServerResponse } from 'node:http'
import { isObject } from '../http/fields.ts'

/** A successful response before it is sent, and the context for altering it. */
export interface Outgoing {
  readonly response: Response
  readonly operation: string
  /** The connection's own response; undefined without a socket. */
  readonly raw: ServerResponse | undefined
  /** Duration of a slow response, in milliseconds. */
  readonly slowMs: number
}

/** A way in which a response can deviate from the description, or fail. */
export interface DriftKind {
  /** As in `<kind>@<operation>`. */
  readonly kind: string
  /** Returns whether it can occur in responses of an operation of the latest build. */
  readonly appliesTo: (operation: string) => boolean
  /** Returns the altered response. */
  readonly alter: (outgoing: Outgoing) => Promise<Response>
  /** Whether the response can't be altered further. */
  readonly isLast?: boolean
}

export const everywhere = (): boolean => true

/** Creates a kind that changes one location in the JSON body and keeps status and headers. */
export function bodyDrift(
  kind: string,
  appliesTo: DriftKind['appliesTo'],
  change: (body: unknown, operation: string) => unknown,
): DriftKind {
  return {
    kind,
    appliesTo,
    async alter({ response, operation }) {
      const body = change(await response.json(), operation)
      return Response.json(body, { status: response.status, headers: response.headers })
    },
  }
}

/** Changes the resource in a response: the first item of a list or page, or the object itself. Empty lists are unchanged. */
export function changeResource(body: unknown, change: (resource: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.length === 0 ? body : [change(body[0]), ...body.slice(1)]
  if (isObject(body) && Array.isArray(body.content)) {
    return { ...body, content: changeResource(body.content, change) }
  }
  return change(body)
}

/** Changes the first property of the resource for which `changed` returns a value, if any. */
export function changeProperty(body: unknown, changed: (value: unknown, name: string) => unknown): unknown {
  return changeResource(body, (resource) => {
    if (!isObject(resource)) return resource
    for (const [name, value] of Object.entries(resource)) {
      const other = changed(value, name)
      if (other !== undefined) return { ...resource, [name]: other }
    }
    return resource
  })
}
