import { isRead } from '../../drift/reach/settings.ts'
import type { Caller } from '../../drift/transport/call.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'

/** Details about lost access: the last successful change and the read that is now rejected. */
export interface LostAccess {
  /** `PUT /roles/1`, as sent; absent if there was no change. */
  readonly lastWrite?: string
  readonly read: string
  readonly status: number
}

interface Call {
  readonly operation: Operation
  /** Credential of the call; undefined for the target's default. */
  readonly auth: string | false | undefined
  readonly observation: Observation
}

/** Detects that the credential stopped working, and blocks further requests. */
export interface Canary {
  watching(caller: Caller): Caller
  /** Records a call. `again` repeats it with the current credential. */
  heard(call: Call, again: () => Promise<Observation>): Promise<void>
  lost(): LostAccess | undefined
}

/** Repeats the last list when an operation newly returns 401 or 403. A second rejection blocks every later call. */
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
      // The call deliberately uses no credential or another one.
      if (auth !== undefined) return
      // Single resources aren't reliable, because some APIs return 403 for deleted ones.
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
