import { Fields } from '../http/fields.ts'
import { eventTypes } from '../model/webhook.ts'
import type { BuildRequest, BuildStep } from './build.ts'
import { mapObjects, without } from './build.ts'

/** Placeholder for the e-mail address, which this build doesn't require. */
const noEmail = 'none@example.invalid'

/** Before GET /main-account/health, the required e-mail address and the event MISSING_BANK_ACCOUNT. */
export const b06: BuildStep = {
  lacks: ['GET /main-account/health'],
  convertRequest(request) {
    if (request.operation === 'POST /main-account/sub-accounts') return hearAccount(request)
    if (request.operation === 'POST /main-account/webhooks' && Object.hasOwn(request.body, 'eventType')) {
      const former = eventTypes.filter((each) => each !== 'MISSING_BANK_ACCOUNT')
      new Fields(request.body).choice('eventType', former)
    }
    return request
  },
  convertResponse(body, operation) {
    if (operation !== 'POST /main-account/sub-accounts') return body
    return mapObjects(body, (object) => (object.email === noEmail ? without(object, 'email') : object))
  },
}

function hearAccount(request: BuildRequest): BuildRequest {
  new Fields(request.body).text('contactNumber')
  return { ...request, body: { email: noEmail, ...request.body } }
}
