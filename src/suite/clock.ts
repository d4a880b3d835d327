import { toolError } from '../model/errors.ts'

/** The time of the sandbox, which stands until it is moved. */
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
      const answer = await fetch(`${controlUrl}/clock`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ advance: duration }),
      })
      if (answer.ok) return
      throw toolError('SANDBOX', [`Its clock could not be moved by ${duration}: ${await answer.text()}`])
    },
  }
}
