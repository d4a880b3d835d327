import { toolError } from '../../model/errors.ts'

/** Clock of the sandbox, which stands still until it is advanced. */
export interface Clock {
  /** Advances the time by an ISO 8601 duration such as `P1D`; everything due by then has happened afterwards. Throws SANDBOX. */
  advance(duration: string): Promise<void>
}

/** Returns the clock behind a control endpoint, if there is one. */
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

/** Resets the sandbox once per `task`, so that results don't depend on earlier calls or on how files are sharded. Throws SANDBOX. */
export async function beginAnew(controlUrl: string | undefined, task: object): Promise<void> {
  if (controlUrl === undefined || begun.has(task)) return
  begun.add(task)
  const response = await fetch(`${controlUrl}/state`, { method: 'DELETE' })
  if (!response.ok) throw refused('It could not begin anew', await response.text())
}

function refused(what: string, response: string): Error {
  return toolError('SANDBOX', [`${what}: ${response}`])
}
