import { type DriftDraft, defineCheck, type Exchange, isUnrecorded } from '../../model/observation.ts'
import { isGuess } from '../../util/marks.ts'

export default defineCheck({
  id: 'content-type-conformance',
  title: 'A content type that is not documented or does not match the body',
  why: 'A client picks its parser by the content type and cannot read the response.',
  fix: 'Send the documented Content-Type, or document this one.',
  severity: 'error',
  judge(exchange) {
    const { notJson, contentType, response } = exchange
    if (notJson === undefined || contentType === undefined) return mismatch(exchange)
    const label = {
      message: `is sent as ${contentType}, and ${notJson}`,
      key: 'not JSON',
      owner: 'errors' as const,
      part: response?.status ?? String(exchange.observation.status),
      // The response contradicts its own Content-Type, so assumptions in the description are irrelevant.
      schemaPointer: response?.pointer,
    }
    return [label, ...[mismatch(exchange) ?? []].flat()]
  },
})

function mismatch({
  response,
  hasBody,
  observation,
  contentType,
  mediaType,
  propose,
}: Exchange): DriftDraft | undefined {
  const isHead = observation.request.method === 'HEAD'
  if (response === undefined || response.content.length === 0 || mediaType !== undefined) return undefined
  const isBodyUnknown = isUnrecorded(observation, 'body')
  if (!hasBody && (contentType === undefined || !(isHead || isBodyUnknown))) return undefined
  if (contentType === undefined && isUnrecorded(observation, 'headers')) return undefined
  const types = response.content.map(({ type }) => type)
  const shared = {
    part: response.status,
    owner: 'errors' as const,
    schemaPointer: response.pointer,
    expected: types,
    assumed: response.assumed || response.content.every(({ marks }) => isGuess(marks, 'key')),
  }
  if (contentType === undefined) {
    return { ...shared, message: `has a body and no Content-Type; documented: ${types.join(', ')}`, key: 'none' }
  }
  return {
    ...shared,
    message: `is sent as ${contentType}; documented: ${types.join(', ')}`,
    // Operations that document the same types share the finding for errors.
    key: observation.status < 400 ? contentType : [contentType, ...types],
    observed: contentType,
    patch: propose.mediaType(response, contentType),
  }
}
