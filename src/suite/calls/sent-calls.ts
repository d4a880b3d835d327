import type { Redactor } from '../../drift/redaction/redact.ts'
import type { Caller } from '../../drift/transport/call.ts'
import type { SentCall } from '../../model/log.ts'
import type { Observation } from '../../model/observation.ts'

/** Result of a request, and when it was sent in milliseconds since the epoch. */
export interface Sent {
  readonly observation: Observation
  readonly sentAt: number
}

/** Wraps a caller to record every request it sends. */
export function recordingCaller(caller: Caller, sent: Sent[]): Caller {
  return {
    ...caller,
    async call(request, how) {
      const observation = await caller.call(request, how)
      // The request may have waited or been retried, and the measured time covers only the last attempt.
      sent.push({ observation, sentAt: Date.now() - observation.milliseconds })
      return observation
    },
  }
}

/** Returns a redacted log entry of a request. `credentials`: names of the variables whose values were sent. */
export function sentCall({ observation, sentAt }: Sent, redactor: Redactor, credentials: readonly string[]): SentCall {
  const { request, status, failure, milliseconds, body = '', retries = 0, authenticated, headers } = observation
  const serverTime = Date.parse(headers.date ?? '')
  return {
    time: new Date(sentAt).toISOString(),
    method: request.method,
    target: redactor.text(request.path),
    status,
    ...(failure !== undefined && { failure: redactor.text(`${failure.code}: ${failure.message}`) }),
    milliseconds,
    ...(!Number.isNaN(serverTime) && { serverTime: new Date(serverTime).toISOString() }),
    bytes: Buffer.byteLength(body),
    retries,
    credentials: authenticated ? credentials : [],
  }
}
