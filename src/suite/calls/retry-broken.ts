import type { Authorizer } from '../../drift/auth/authorizer.ts'
import type { Caller } from '../../drift/transport/call.ts'
import { isBrokenOff, isIdempotent } from '../../drift/transport/retry.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'

/** What a run knows of a host: by its authorizer, which all suite files share. */
interface HostState {
  /** The last request that got a response and changes nothing. */
  witness?: SentRequest
  /** Whether a connection broke off that did not when the same request was sent again. */
  isFlaky: boolean
}

const hosts = new WeakMap<Authorizer, HostState>()

function stateOf(authorizer: Authorizer): HostState {
  const state = hosts.get(authorizer) ?? { isFlaky: false }
  hosts.set(authorizer, state)
  return state
}

/** Remembers a request that changes nothing and got a response. */
export function rememberResponded(authorizer: Authorizer, request: SentRequest): void {
  stateOf(authorizer).witness = request
}

/** The result of retrying a request whose connection broke off. */
export interface RetryResult {
  /** The last of the observations. */
  readonly last: Observation
  /** It breaks off each time, while the host responds to another request. */
  readonly isRepeated: boolean
}

/**
 * Sends a request again at which the connection broke off, each time over a connection of its own: once, and where a
 * caller does not repeat it anyway, twice; more often at a host that is known to break off by chance.
 */
export async function retryBroken(
  send: () => Promise<Observation>,
  request: SentRequest,
  { caller, authorizer }: { readonly caller: Caller; readonly authorizer: Authorizer },
): Promise<RetryResult> {
  const state = stateOf(authorizer)
  const most = (isIdempotent(request) ? 1 : 2) + (state.isFlaky ? 3 : 0)
  let last = await send()
  for (let times = 1; times < most && isBrokenOff(last); times++) last = await send()
  if (last.failure === undefined) state.isFlaky = true
  return { last, isRepeated: isBrokenOff(last) && (await isUp(caller, state)) }
}

/** Whether the host still responds to the request it responded to before; assumed where there was none yet. */
async function isUp(caller: Caller, { witness }: HostState): Promise<boolean> {
  return witness === undefined || (await caller.call(witness, { isolated: true })).status !== undefined
}
