import type { ServerResponse } from 'node:http'
import { isObject } from '../http/fields.ts'

/** A successful response before it is sent, with what a drift needs to change it. */
export interface Outgoing {
  readonly response: Response
  readonly operation: string
  /** The connection's own response; undefined when the service is called without a socket. */
  readonly raw: ServerResponse | undefined
  /** Duration of a slow response, in milliseconds. */
  readonly slowMs: number
}

/** One way in which a response can drift from the description, or fail. */
export interface DriftKind {
  /** As in `<kind>@<operation>`. */
  readonly kind: string
  /** Whether it can occur in the responses of that operation, as the latest build describes them. */
  readonly appliesTo: (operation: string) => boolean
  /** Makes the drifted response from a successful one. */
  readonly alter: (outgoing: Outgoing) => Promise<Response>
  /** Whether nothing is left to alter afterwards. */
  readonly isLast?: boolean
}

/** For kinds that can occur in every response. */
export const everywhere = (): boolean => true

/** A kind that changes one location in the JSON body and keeps status and headers. */
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

/**
 * Changes the resource of a response: the first item of a list, the first of a page's content, or
 * the object itself. An empty list stays as it is.
 */
export function changeResource(body: unknown, change: (resource: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.length === 0 ? body : [change(body[0]), ...body.slice(1)]
  if (isObject(body) && Array.isArray(body.content)) {
    return { ...body, content: changeResource(body.content, change) }
  }
  return change(body)
}

/** Changes the first property of the resource for which `changed` returns a value; without one the body stays. */
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
