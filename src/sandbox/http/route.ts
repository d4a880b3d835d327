import type { State, SubAccount } from '../state.ts'
import type { Fields } from './fields.ts'

/** Method and path template, such as 'GET /sub-account/loans/{loanId}'. */
export type OperationName = `${'GET' | 'POST' | 'PATCH'} /${string}`

/** A request as seen by a route. Without a body it has no fields. */
export interface Call {
  readonly state: State
  readonly path: (name: string) => string
  readonly query: (name: string) => string | undefined
  readonly body: Fields
}

export interface SubCall extends Call {
  readonly account: SubAccount
}

/** An operation and its handler, which returns the JSON body for status 200 or throws a Refusal. */
export type Route =
  | (RouteName & { readonly audience: 'main'; readonly handle: (call: Call) => unknown })
  | (RouteName & { readonly audience: 'sub'; readonly handle: (call: SubCall) => unknown })

interface RouteName {
  readonly operation: OperationName
  /** Whether it changes the state of the service. */
  readonly changes: boolean
}

export function mainRoute(operation: OperationName, handle: (call: Call) => unknown): Route {
  return { audience: 'main', operation, handle, changes: false }
}

export function mainChange(operation: OperationName, handle: (call: Call) => unknown): Route {
  return { audience: 'main', operation, handle, changes: true }
}

export function subRoute(operation: OperationName, handle: (call: SubCall) => unknown): Route {
  return { audience: 'sub', operation, handle, changes: false }
}

export function subChange(operation: OperationName, handle: (call: SubCall) => unknown): Route {
  return { audience: 'sub', operation, handle, changes: true }
}
