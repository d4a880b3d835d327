import type { Authorizer } from '../../drift/auth/authorizer.ts'
import type { Caller } from '../../drift/transport/call.ts'
import { isBrokenOff, isIdempotent } from '../../drift/transport/retry.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'

/** State of a host, keyed by the authorizer that all suite files share. */
interface HostState {
  /** Last read-only request that got a response. */
  witness?: SentRequest
  /** A retry succeeded after a broken connection. */
  isFlaky: boolean
}

const hosts = new WeakMap<Authorizer, HostState>()

function stateOf(authorizer: Authorizer): HostState {
  const state = hosts.get(authorizer) ?? { isFlaky: false }
  hosts.set(authorizer, state)
  return state
}

/** Records a read-only request that got a response. */
export function rememberResponded(authorizer: Authorizer, request: SentRequest): void {
  stateOf(authorizer).witness = request
}

export interface RetryResult {
  readonly last: Observation
  /** The connection breaks every time, while the host responds to another request. */
  readonly isRepeated: boolean
}

/** Resends over a new connection: once, twice if callers don't repeat it themselves, and more often for flaky hosts. */
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

/** Returns whether the host still responds to an earlier request. Assumed without earlier requests. */
async function isUp(caller: Caller, { witness }: HostState): Promise<boolean> {
  return witness === undefined || (await caller.call(witness, { isolated: true })).status !== undefined
}
