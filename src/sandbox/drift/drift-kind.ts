import type { ServerResponse } from 'node:http'

/** A successful answer that is about to be sent, and what a drift may need to send it otherwise. */
export interface Outgoing {
  readonly answer: Response
  readonly operation: string
  /** The connection's own response; none where the service is called without a socket. */
  readonly raw: ServerResponse | undefined
  /** How long a slow answer takes, in milliseconds. */
  readonly slowMs: number
}

/** One way in which an answer can drift from the description, or fail. */
export interface DriftKind {
  /** As in `<kind>@<operation>`. */
  readonly kind: string
  /** Whether the answers of that operation, as the latest build describes them, have a place for it. */
  readonly appliesTo: (operation: string) => boolean
  /** Makes the drifted answer out of a successful one. */
  readonly alter: (outgoing: Outgoing) => Promise<Response>
  /** Whether nothing is left to alter afterwards. */
  readonly isLast?: boolean
}

/** For kinds that can happen to every answer. */
export const everywhere = (): boolean => true

/** A kind that changes one place in the JSON body and leaves status and headers alone. */
export function bodyDrift(
  kind: string,
  appliesTo: DriftKind['appliesTo'],
  change: (body: unknown, operation: string) => unknown,
): DriftKind {
  return {
    kind,
    appliesTo,
    async alter({ answer, operation }) {
      const body = change(await answer.json(), operation)
      return Response.json(body, { status: answer.status, headers: answer.headers })
    },
  }
}

/** Whether a value is a JSON object, and neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Changes the resource that an answer is about: the first item of a list, the first of a page's content, or
 * the object itself. An empty list stays as it is.
 */
export function changeResource(body: unknown, change: (resource: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.length === 0 ? body : [change(body[0]), ...body.slice(1)]
  if (isRecord(body) && Array.isArray(body.content)) {
    return { ...body, content: changeResource(body.content, change) }
  }
  return change(body)
}

/** Changes the first property of the resource that `changed` makes something of; without one the body stays. */
export function changeProperty(body: unknown, changed: (value: unknown, name: string) => unknown): unknown {
  return changeResource(body, (resource) => {
    if (!isRecord(resource)) return resource
    for (const [name, value] of Object.entries(resource)) {
      const other = changed(value, name)
      if (other !== undefined) return { ...resource, [name]: other }
    }
    return resource
  })
}
