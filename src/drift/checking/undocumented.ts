import type { SentRequest } from '../../model/observation.ts'
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
    ...{ parameters: [], responses: [], security: [], servers: [], basePaths: [], callbacks: [], node: {} },
    pointer: known.length === 0 ? '/paths' : `/paths/${escapeToken(template)}`,
  }
}
