import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { identify } from './accounts.ts'
import { applyDrifts, type Drift } from './drift/index.ts'
import { parseFields } from './fields.ts'
import { reckon } from './reckoning.ts'
import { errorBody, Refusal } from './refusal.ts'
import type { Call, Route } from './route.ts'
import { routes } from './routes/index.ts'
import type { State, SubAccount } from './state.ts'

interface AppEnv {
  Variables: { account: SubAccount }
}

/** The largest request body, in bytes; assumed. */
const maxBodySize = 256 * 1024

/** The names of all operations, such as 'GET /sub-account/loans/{loanId}'. */
export const operations: readonly string[] = routes.map(({ operation }) => operation)

/** The service over a state: everything but the listening. */
export function createApp(state: State, drifts: readonly Drift[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(bodyLimit({ maxSize: maxBodySize, onError: refuseSize }))
  for (const kind of ['main', 'sub'] as const) app.use(`/${kind}-account/*`, guard(state, kind))
  for (const [path, here] of routesByPath()) {
    for (const route of here)
      app.on(methodOf(route), honoPath(path), (context) => respond(context, state, route, drifts))
    app.all(honoPath(path), () => refuseMethod(here))
  }
  app.notFound(({ req }) => {
    throw new Refusal(404, 'NOT_FOUND', `There is no path '${req.path}'.`)
  })
  app.onError(answerErrors())
  return app
}

async function respond(
  context: Context<AppEnv>,
  state: State,
  route: Route,
  drifts: readonly Drift[],
): Promise<Response> {
  const call: Call = {
    state,
    path: (name) => context.req.param(name) ?? '',
    query: (name) => context.req.query(name),
    body: parseFields(context.req.method === 'GET' ? '' : await context.req.text()),
  }
  reckon(state)
  const body =
    route.audience === 'main' ? route.answer(call) : route.answer({ ...call, account: context.get('account') })
  return applyDrifts(Response.json(body), route.operation, drifts)
}

/** Lets only the callers of one kind pass, and remembers which sub-account it is. */
function guard(state: State, kind: 'main' | 'sub') {
  return async (context: Context<AppEnv>, next: () => Promise<void>): Promise<void> => {
    const caller = identify(state, context.req.header('authorization'))
    if (caller.kind !== kind) {
      throw new Refusal(403, 'FORBIDDEN', `These paths take the credential of a ${kind}-account.`)
    }
    if (caller.kind === 'sub') context.set('account', caller.account)
    await next()
  }
}

/** The routes of each path, literal segments before parameters, so that '/webhooks/executions' is no '{id}'. */
function routesByPath(): readonly (readonly [string, readonly Route[]])[] {
  const paths = new Map<string, Route[]>()
  for (const route of routes) {
    const path = route.operation.slice(route.operation.indexOf(' ') + 1)
    paths.set(path, [...(paths.get(path) ?? []), route])
  }
  return [...paths].sort(([a], [b]) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1))
}

function methodOf({ operation }: Route): string {
  return operation.slice(0, operation.indexOf(' '))
}

function honoPath(template: string): string {
  return template.replace(/\{(\w+)\}/g, ':$1')
}

function refuseMethod(here: readonly Route[]): never {
  const allow = here.map(methodOf).join(', ')
  throw new Refusal(405, 'METHOD_NOT_ALLOWED', `Allowed: ${allow}.`, undefined, { allow })
}

function refuseSize(): never {
  throw new Refusal(413, 'PAYLOAD_TOO_LARGE', `The body must not exceed ${maxBodySize} bytes.`)
}

/** Answers every error with the stated body; trace identifiers are counted from 1. */
function answerErrors(): (error: Error) => Response {
  let traces = 0
  return (error) => {
    traces += 1
    const known = error instanceof Refusal
    const refusal = known ? error : new Refusal(500, 'INTERNAL_ERROR', 'The sandbox failed; please report this.')
    const { status, headers } = refusal
    return Response.json(errorBody(refusal, `trace-${traces}`), { status, headers })
  }
}
