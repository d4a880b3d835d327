import { isRead } from '../../drift/reach/settings.ts'
import type { Caller } from '../../drift/transport/call.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'

/** How a run lost its access: the last change that succeeded, and the read that is refused now. */
export interface LostAccess {
  /** `PUT /roles/1`, as it was sent; absent if nothing was changed. */
  readonly lastWrite?: string
  readonly read: string
  readonly status: number
}

/** A call and its response. */
interface Call {
  readonly operation: Operation
  /** The credential that the call asked for; undefined: that of the target. */
  readonly auth: string | false | undefined
  readonly observation: Observation
}

/** Notices that the credential stopped working, and lets nothing more be sent. */
export interface Canary {
  watching(caller: Caller): Caller
  /** Hears of each call. `again` makes it once more, with the credential as it is by then. */
  heard(call: Call, again: () => Promise<Observation>): Promise<void>
  lost(): LostAccess | undefined
}

/**
 * If a call gets 401 or 403, and the last call of its operation did not, the last list that was read is read again.
 * If that is refused too, access is lost: every later call returns a failure without being sent.
 */
export function createCanary(): Canary {
  const refused = new Set<string>()
  let readAgain: (() => Promise<Observation>) | undefined
  let lastWrite: string | undefined
  let lost: LostAccess | undefined
  return {
    watching: (caller) => ({
      ...caller,
      call: async (request, how) =>
        lost === undefined ? caller.call(request, how) : { request, ...notSent, authenticated: false },
    }),
    async heard({ operation, auth, observation }, again) {
      const { status = 0 } = observation
      const isSuccess = status >= 200 && status <= 299
      if (isSuccess && !isRead(operation)) lastWrite = shownAs(observation)
      // Sent without the credential, or with another one, on purpose.
      if (auth !== undefined) return
      // A single resource may be gone, which some APIs answer with 403.
      if (isSuccess && isRead(operation) && !operation.path.includes('{')) readAgain = again
      if (!isRefusal(observation)) return void refused.delete(operation.key)
      if (refused.has(operation.key) || readAgain === undefined || lost !== undefined) return
      refused.add(operation.key)
      const now = await readAgain()
      if (isRefusal(now))
        lost = { read: shownAs(now), status: now.status ?? 0, ...(lastWrite !== undefined && { lastWrite }) }
    },
    lost: () => lost,
  }
}

function isRefusal({ status }: Observation): boolean {
  return status === 401 || status === 403
}

function shownAs({ request: { method, path } }: Observation): string {
  return `${method} ${path.split('?', 1)[0]}`
}

const notSent = {
  headers: {},
  failure: { code: 'stopped', message: 'not sent: the credential stopped working' },
  milliseconds: 0,
} as const
