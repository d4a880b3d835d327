import type { SentRequest } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { escapeToken } from '../../util/pointer.ts'

/**
 * The stand-in operation of a request that no operation matches: at the path of the description where it has
 * one, else at the path requested with what looks like an identifier as `*`, so that it is one operation however many identifiers are requested.
 */
export function undocumentedOperation({ method, path }: SentRequest, known: readonly Operation[]): Operation {
  const template = known[0]?.path ?? generalized(path)
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

function generalized(path: string): string {
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/')
  return segments.map((segment) => (/\d/.test(segment) && !/^v\d+(\.\d+)*$/i.test(segment) ? '*' : segment)).join('/')
}
