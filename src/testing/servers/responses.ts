import { type DocumentedOperation, documentedOf } from '../../drift/statistics/documented.ts'
import { mergeStatistics } from '../../drift/statistics/statistics.ts'
import type { Json } from '../../model/json.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import { shapeOf } from '../../schema/compiling/shape.ts'
import { countResponse } from '../../suite/calls/count-response.ts'
import { descriptionOf } from '../check-tester.ts'

/** A response to count. */
export interface CountedResponse {
  readonly operation: string
  /** Default: path of the operation. */
  readonly path?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
}

/** Returns the documented parts of a description, and statistics of responses as of one run. */
export function countedRun(
  yaml: string,
  responses: readonly CountedResponse[],
): { readonly documented: readonly DocumentedOperation[]; readonly statistics: Statistics } {
  const { document, operations } = descriptionOf(yaml)
  const counted = responses.map(({ operation: key, path, status = 200, headers = {}, body }) => {
    const operation = operations.find((candidate) => candidate.key === key)
    if (operation === undefined) throw new RangeError(`the description has no ${key}`)
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return countResponse(document, operation, {
      request: { method: operation.method, path: path ?? operation.path, headers: {} },
      status,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      milliseconds: 1,
      authenticated: false,
    })
  })
  return {
    documented: documentedOf(operations, ({ schema }) => schema && shapeOf(document, schema)),
    statistics: { ...mergeStatistics(counted.flatMap((one) => one ?? [])), runs: 1 },
  }
}
