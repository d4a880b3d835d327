import { defineCheck, isUnrecorded } from '../../model/observation.ts'

export default defineCheck({
  id: 'body-presence',
  title: 'A missing documented body, or a body that is not allowed',
  why: 'A client that parses a documented body fails on an empty one. An unexpected body disturbs the connection.',
  fix: 'Send the documented body, or document the response without content.',
  severity: 'error',
  judge({ response, hasBody, observation }) {
    const { status, request } = observation
    const isBodiless = status === 204 || status === 205 || status === 304 || request.method === 'HEAD'
    const owner = 'errors' as const
    const shared = response && { schemaPointer: response.pointer, assumed: response.assumed, part: response.status }
    if (isBodiless && hasBody) {
      const what = request.method === 'HEAD' ? 'a response to HEAD' : `a ${status}`
      return { ...shared, owner, message: `has a body, which ${what} cannot have`, key: 'body' }
    }
    const isDocumented = response?.content.some(({ schema }) => schema !== undefined) === true
    if (isBodiless || hasBody || !isDocumented || isUnrecorded(observation, 'body')) return undefined
    return { ...shared, owner, message: 'has no body, and the contract documents one', key: 'none' }
  },
})
