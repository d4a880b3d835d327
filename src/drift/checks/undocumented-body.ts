import { defineCheck, isRedirect } from '../../model/observation.ts'

export default defineCheck({
  id: 'undocumented-body',
  title: 'A body the contract does not describe',
  why: 'The meaning of the body is not documented, so clients cannot rely on it, and its content is not checked.',
  fix: 'Describe the content of the response, or send none.',
  severity: 'warning',
  judge({ response, hasBody, contentType, observation: { status, request }, propose }) {
    if (response === undefined || response.content.length > 0 || !hasBody) return undefined
    // Redirects usually contain a short note for people (RFC 9110 §15.4).
    if (isRedirect(status) && contentType?.startsWith('text/') !== false) return undefined
    if (status === 204 || status === 205 || status === 304 || request.method === 'HEAD') return undefined
    return {
      message: `has a body (${contentType ?? 'of no type'}), and the contract describes none`,
      key: contentType ?? 'none',
      // The cause is usually a layer that all operations share.
      owner: 'key',
      part: response.status,
      schemaPointer: response.pointer,
      assumed: response.assumed,
      patch: propose.mediaType(response, contentType ?? 'application/octet-stream'),
    }
  },
})
