import type { NotChecked, Observation, SentRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { escapeToken } from '../../util/pointer.ts'
import { guessTemplate } from '../routing/guess-template.ts'

/** Creates the stand-in operation for an undocumented request, at the documented path or a guessed template. */
export function undocumentedOperation(
  { method, path }: Pick<SentRequest, 'method' | 'path'>,
  known: readonly Operation[],
): Operation {
  const template = known[0]?.path ?? guessTemplate(path)
  return {
    ...{
      key: `${method} ${template}`,
      method,
      path: template,
      summary: '',
      description: '',
      tags: [],
      deprecated: false,
    },
    ...{
      parameters: [],
      responses: [],
      security: [],
      servers: [],
      basePaths: [],
      pathItem: [],
      callbacks: [],
      node: {},
    },
    pointer: known.length === 0 ? '/paths' : `/paths/${escapeToken(template)}`,
  }
}

/** Tests for CORS preflights (Fetch standard §CORS-preflight request); without recorded headers every OPTIONS counts as one. */
export function isPreflight({ request, unrecorded }: Pick<Observation, 'request' | 'unrecorded'>): boolean {
  if (request.method !== 'OPTIONS') return false
  return (
    Object.hasOwn(request.headers, 'access-control-request-method') || unrecorded?.includes('requestHeaders') === true
  )
}

/** Row for preflight requests without a documented operation. */
export const preflightRow: NotChecked = {
  what: 'OPTIONS requests',
  because:
    'browsers send them before requests to another origin (CORS preflight), and the contract has no such operation',
}
