import type { NotChecked, Observation, SentRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { escapeToken } from '../../util/pointer.ts'
import { guessTemplate } from '../routing/guess-template.ts'

/**
 * The stand-in operation of a request that no operation matches: at the path of the description where it has
 * one, else at the template that its path is guessed to have.
 */
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

/**
 * Whether a request is what browsers ask before one to another origin (Fetch standard §CORS-preflight request); where no header was
 * recorded, every OPTIONS is taken for one.
 */
export function isPreflight({ request, unrecorded }: Pick<Observation, 'request' | 'unrecorded'>): boolean {
  if (request.method !== 'OPTIONS') return false
  return (
    Object.hasOwn(request.headers, 'access-control-request-method') || unrecorded?.includes('requestHeaders') === true
  )
}

/** Said of preflight requests to operations that the contract does not have. */
export const preflightRow: NotChecked = {
  what: 'OPTIONS requests',
  because:
    'browsers send them before requests to another origin (CORS preflight), and the contract has no such operation',
}
