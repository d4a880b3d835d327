import { toolError } from '../../model/errors.ts'

/** The time of the sandbox, which does not advance until it is moved. */
export interface Clock {
  /** Moves time forward by an ISO 8601 duration such as `P1D`; what falls due meanwhile has happened then. Throws SANDBOX. */
  advance(duration: string): Promise<void>
}

/** The clock behind a control endpoint, if there is one. */
export function clockOf(controlUrl: string | undefined): Clock | undefined {
  if (controlUrl === undefined) return undefined
  return {
    async advance(duration) {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ advance: duration })
      const response = await fetch(`${controlUrl}/clock`, { method: 'POST', headers, body })
      if (!response.ok) throw refused(`Its clock could not be moved by ${duration}`, await response.text())
    },
  }
}

const begun = new WeakSet<object>()

/**
 * Lets the sandbox behind a control endpoint begin anew, once for each `task`: what is found then does not depend on
 * what was called before, and so not on how a run is dealt out to shards. Throws SANDBOX.
 */
export async function beginAnew(controlUrl: string | undefined, task: object): Promise<void> {
  if (controlUrl === undefined || begun.has(task)) return
  begun.add(task)
  const response = await fetch(`${controlUrl}/state`, { method: 'DELETE' })
  if (!response.ok) throw refused('It could not begin anew', await response.text())
}

function refused(what: string, response: string): Error {
  return toolError('SANDBOX', [`${what}: ${response}`])
}
