import { readsOnly } from '../../../drift/harm/permit.ts'
import type { Caller, CallOptions } from '../../../drift/transport/call.ts'
import type { Observation, SentRequest } from '../../../model/observation.ts'

/** So many refusals in a row raise the suspicion that the credential stopped working. */
const mostRefusals = 3

/** Number of reads that are sent again to check the suspicion. */
const mostReads = 3

/** How a run lost its access: the last change that succeeded, and the read that is refused now. */
export interface LostAccess {
  /** `PUT /roles/1`, as it was sent; absent if nothing was changed. */
  readonly lastWrite?: string
  readonly read: string
  readonly status: number
}

/** Notices that the credential stopped working, and lets nothing more be sent. */
export interface Canary {
  watching(caller: Caller): Caller
  lost(): LostAccess | undefined
}

/**
 * After a few 401 or 403 in a row, reads of collections that succeeded earlier are sent again. If one is refused now, access is
 * lost: every later call returns a failure without being sent.
 */
export function createCanary(): Canary {
  const reads = new Map<string, { readonly request: SentRequest; readonly how: CallOptions }>()
  let lost: LostAccess | undefined
  let lastWrite: string | undefined
  let refusals = 0
  const note = (request: SentRequest, how: CallOptions, { status = 0 }: Observation): void => {
    const isRefused = status === 401 || status === 403
    refusals = isRefused ? refusals + 1 : status === 0 ? refusals : 0
    if (status < 200 || status > 299) return
    const { operation = '' } = how
    if (!readsOnly(request.method)) lastWrite = `${request.method} ${request.path.split('?', 1)[0]}`
    // A single resource may be gone, which some APIs answer with 403.
    else if (!operation.includes('{')) reads.set(operation, { request, how })
  }
  const confirm = async (caller: Caller): Promise<void> => {
    refusals = 0
    for (const { request, how } of [...reads.values()].slice(-mostReads)) {
      const { status } = await caller.call(request, how)
      if (status !== 401 && status !== 403) continue
      lost = { read: `${request.method} ${request.path.split('?', 1)[0]}`, status, ...(lastWrite && { lastWrite }) }
      return
    }
  }
  return {
    watching: (caller) => ({
      ...caller,
      async call(request, how = {}) {
        if (lost !== undefined) return { request, ...notSent, authenticated: false }
        const response = await caller.call(request, how)
        note(request, how, response)
        if (refusals >= mostRefusals) await confirm(caller)
        return response
      },
    }),
    lost: () => lost,
  }
}

const notSent = {
  headers: {},
  failure: { code: 'stopped', message: 'not sent: the credential stopped working' },
  milliseconds: 0,
} as const
