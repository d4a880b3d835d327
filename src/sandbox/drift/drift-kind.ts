/** One way in which an answer can drift from the description. */
export interface DriftKind {
  /** As in `<kind>@<operation>`; equals the file name. */
  readonly kind: string
  /** Whether the answers of that operation have a place for this kind of drift. */
  readonly appliesTo: (operation: string) => boolean
  /** Makes the drifted answer out of a successful one. */
  readonly alter: (answer: Response, operation: string) => Promise<Response>
}

/** A kind that changes one place in the JSON body and leaves status and headers alone. */
export function bodyDrift(
  kind: string,
  appliesTo: DriftKind['appliesTo'],
  change: (body: unknown, operation: string) => unknown,
): DriftKind {
  return {
    kind,
    appliesTo,
    async alter(answer, operation) {
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
