import type { Fields } from './fields.ts'
import type { State, SubAccount } from './state.ts'

/** Method and path template, such as 'GET /sub-account/loans/{loanId}'. */
export type OperationName = `${'GET' | 'POST' | 'PATCH'} /${string}`

/** A request as a route sees it. The body of a request without one has no fields. */
export interface Call {
  readonly state: State
  readonly path: (name: string) => string
  readonly query: (name: string) => string | undefined
  readonly body: Fields
}

/** A request of a sub-account. */
export interface SubCall extends Call {
  readonly account: SubAccount
}

/** An operation and what answers it: the JSON body of status 200, or a thrown Refusal. */
export type Route =
  | { readonly audience: 'main'; readonly operation: OperationName; readonly answer: (call: Call) => unknown }
  | { readonly audience: 'sub'; readonly operation: OperationName; readonly answer: (call: SubCall) => unknown }

/** A route of the main account. */
export function mainRoute(operation: OperationName, answer: (call: Call) => unknown): Route {
  return { audience: 'main', operation, answer }
}

/** A route of a sub-account. */
export function subRoute(operation: OperationName, answer: (call: SubCall) => unknown): Route {
  return { audience: 'sub', operation, answer }
}
