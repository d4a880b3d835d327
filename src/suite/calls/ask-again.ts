import type { Authorizer } from '../../drift/auth/authorizer.ts'
import type { Caller } from '../../drift/transport/call.ts'
import { isBrokenOff, isIdempotent } from '../../drift/transport/retry.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'

/** What a run knows of a host: by its authorizer, which all suite files share. */
interface Known {
  /** The last request that was answered and changes nothing. */
  witness?: SentRequest
  /** Whether a connection broke off that did not when the same request was sent again. */
  isFlaky: boolean
}

const hosts = new WeakMap<Authorizer, Known>()

function knownOf(authorizer: Authorizer): Known {
  const known = hosts.get(authorizer) ?? { isFlaky: false }
  hosts.set(authorizer, known)
  return known
}

/** Remembers a request that changes nothing and was answered. */
export function rememberAnswered(authorizer: Authorizer, request: SentRequest): void {
  knownOf(authorizer).witness = request
}

/** What came of a request whose connection broke off, sent again. */
export interface AskedAgain {
  /** The last of the observations. */
  readonly last: Observation
  /** It breaks off each time, while the host answers another request. */
  readonly isRepeated: boolean
}

/**
 * Sends a request again at which the connection broke off, each time over a connection of its own: once, and where a
 * caller does not repeat it anyway, twice; more often at a host that is known to break off by chance.
 */
export async function askAgain(
  send: () => Promise<Observation>,
  request: SentRequest,
  { caller, authorizer }: { readonly caller: Caller; readonly authorizer: Authorizer },
): Promise<AskedAgain> {
  const known = knownOf(authorizer)
  const most = (isIdempotent(request) ? 1 : 2) + (known.isFlaky ? 3 : 0)
  let last = await send()
  for (let times = 1; times < most && isBrokenOff(last); times++) last = await send()
  if (last.failure === undefined) known.isFlaky = true
  return { last, isRepeated: isBrokenOff(last) && (await isUp(caller, known)) }
}

/** Whether the host still answers what it answered before; taken for granted where it has answered nothing yet. */
async function isUp(caller: Caller, { witness }: Known): Promise<boolean> {
  return witness === undefined || (await caller.call(witness, { isolated: true })).status !== undefined
}
