import type { Observation, ServerRefusal } from '../../model/observation.ts'
import { serverMessage } from './server-message.ts'

/** State-related reason for rejecting a valid request. */
export type StateReason = keyof typeof stateReasons

/** Describes each reason in relation to the request. */
export const stateReasons = {
  taken: 'something with the same name or key exists already',
  unknown: 'it names something that does not exist',
  connection: 'the server could not connect to another system',
  conflict: 'the state of the server does not allow it now',
} as const

/** English phrases of servers; the first match wins. `state-words.test.ts` contains the original messages. */
const words: readonly (readonly [StateReason, RegExp])[] = [
  [
    'connection',
    /\b(?:connection (?:failed|refused|timed out|error)|(?:could not|cannot|can't|failed to|unable to) (?:connect|resolve|reach|load driver)|could not be (?:reached|resolved)|no such host|name or service not known|ECONNREFUSED|ENOTFOUND|ETIMEDOUT)\b/i,
  ],
  [
    'taken',
    /\b(?:already (?:exists?|taken|registered|defined|in use)|(?:must|has to|should) be unique|not unique|duplicate (?:key|entry|value)|unique constraint|(?:is|name) (?:taken|in use))\b/i,
  ],
  [
    'unknown',
    /\b(?:(?:does|do|did) ?n[o']t exist|(?:not|n't|never) (?:be )?found|no (?:such|scrape pool)|no \w+ (?:with (?:this|that|the given) \w+|found)|invalid foreign key|foreign key constraint|unknown (?:id|reference|resource|database|table|dataset|role|user)|could not (?:be )?find|not a known)\b/i,
  ],
  [
    'conflict',
    /\b(?:not (?:allowed|possible|permitted) in (?:the |its )?(?:current |this )?state|(?:current|wrong|invalid) state|has no (?:\w+ ){1,3}(?:saved|set|configured|assigned)|is (?:locked|read-only|archived|deactivated|disabled|in progress)|is (?:still|not yet|already|not) (?:running|started|finished|paused|active|enabled|ready|closed|open)|associated (?:alerts|charts|reports|tables)|still (?:used|referenced)|expecting embedding with dimension|protection is (?:disabled|off)|is only supported for [^.]*, but|requires (?:\w+ ){1,3}(?:status|state))\b/i,
  ],
]

/** Returns the state-related reason in a message, if any. */
export function stateReason(message: string | undefined): StateReason | undefined {
  return message === undefined ? undefined : words.find(([, form]) => form.test(message))?.[0]
}

/** Returns a server's explanation of a 400 or 422 (RFC 9110 §15.5.1, §15.5.21); empty for other statuses. */
export function refusalOf({ status, body }: Pick<Observation, 'status' | 'body'>): ServerRefusal {
  if (status !== 400 && status !== 422) return {}
  const message = serverMessage(body)
  const reason = stateReason(message)
  return { message, stateReason: reason && stateReasons[reason] }
}
