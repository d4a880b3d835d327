import type { Redactor } from '../../drift/redaction/redact.ts'
import type { Caller } from '../../drift/transport/call.ts'
import type { SentCall } from '../../model/log.ts'
import type { Observation } from '../../model/observation.ts'

/** A caller that notes what became of every request it sends. */
export function recordingCaller(caller: Caller, sent: Observation[]): Caller {
  return {
    ...caller,
    async call(request, how) {
      const observation = await caller.call(request, how)
      sent.push(observation)
      return observation
    },
  }
}

/** One request as the log has it, redacted. `credentials`: names of the variables that hold what was sent. */
export function sentCall(
  { request, status, failure, milliseconds, body = '', retries = 0, authenticated }: Observation,
  redactor: Redactor,
  credentials: readonly string[],
): SentCall {
  return {
    method: request.method,
    target: redactor.text(request.path),
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure: redactor.text(`${failure.code}: ${failure.message}`) }),
    milliseconds,
    bytes: Buffer.byteLength(body),
    retries,
    credentials: authenticated ? credentials : [],
  }
}
