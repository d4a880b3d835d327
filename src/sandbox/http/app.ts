import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { identify } from '../accounts/accounts.ts'
import type { Build } from '../builds/index.ts'
import { doAt } from '../clock.ts'
import type { DriftSwitch } from '../drift/index.ts'
import type { Entry } from '../journal.ts'
import { settleDays } from '../loans/daily-settlement.ts'
import { routes } from '../routes/index.ts'
import type { State, SubAccount } from '../state.ts'
import { readText, refuseLarge } from './body.ts'
import { browsePage, type Description } from './browse.ts'
import { Fields, parseObject } from './fields.ts'
import { errorBody, Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import { type WatchedEnv, type Watcher, watched } from './watch.ts'

interface AppEnv {
  Bindings: Partial<HttpBindings>
  Variables: { account: SubAccount } & WatchedEnv['Variables']
}

export interface Parts {
  readonly state: State
  readonly build: Build
  readonly drifts: DriftSwitch
  readonly slowMs: number
  /** Called after every request, with an entry if it changed the state; resolves when that state is stored. */
  readonly enter: (entry?: Entry) => Promise<void>
  /** Called after every response. */
  readonly responded: () => void
  /** Called with every exchange. */
  readonly onResponse: Watcher | undefined
  /** The description to serve, read on first use. */
  readonly description: (() => Promise<Description>) | undefined
}

/** The names of all operations, such as 'GET /sub-account/loans/{loanId}'. */
export const operations: readonly string[] = routes.map(({ operation }) => operation)

export function createApp(parts: Parts): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  if (parts.onResponse !== undefined) app.use(watched(parts.onResponse))
  app.use(({ req }, next) => {
    refuseLarge(req.raw.headers)
    return next()
  })
  for (const kind of ['main', 'sub'] as const) app.use(`/${kind}-account/*`, guard(parts.state, kind))
  for (const [path, here] of routesByPath(parts.build)) {
    for (const route of here) app.on(methodOf(route), honoPath(path), (context) => respond(context, parts, route))
    app.all(honoPath(path), () => refuseMethod(here))
  }
  if (parts.description !== undefined) serveDescription(app, parts.description, parts.state)
  app.notFound(({ req }) => {
    throw new Refusal(404, 'NOT_FOUND', `There is no path '${req.path}'.`)
  })
  app.onError(errorResponder())
  return app
}

async function respond(context: Context<AppEnv>, parts: Parts, route: Route): Promise<Response> {
  context.set('operation', route.operation)
  const text = context.req.method === 'GET' ? '' : await readText(context.req.raw)
  context.set('received', text)
  const { state, drifts, slowMs } = parts
  // Read once, so that a request at midnight belongs to a single day.
  const at = state.now()
  let entry: Entry | undefined
  let response: Response
  try {
    response = doAt(state.clock, at, () => perform(context, parts, route, text))
    if (route.changes) entry = entryOf(context, route, at, text)
  } finally {
    await parts.enter(entry)
  }
  parts.responded()
  if (parts.onResponse !== undefined) context.set('meant', response.clone())
  // The service only uses HTTP/1.1; without a socket there is no outgoing response.
  const raw = context.env?.outgoing as ServerResponse | undefined
  return drifts.apply({ response, operation: route.operation, raw, slowMs })
}

/** Handles a request synchronously, so that requests don't interleave. */
function perform(context: Context<AppEnv>, { state, build }: Parts, route: Route, text: string): Response {
  const { operation } = route
  const path = (name: string) => context.req.param(name) ?? ''
  const query = (name: string) => context.req.query(name)
  const converted = build.convertRequest({ operation, path, query, body: parseObject(text) })
  settleDays(state)
  const call = { state, path: converted.path, query: converted.query, body: new Fields(converted.body) }
  const body =
    route.audience === 'main' ? route.handle(call) : route.handle({ ...call, account: context.get('account') })
  return Response.json(build.convertResponse(body, operation))
}

function entryOf(context: Context<AppEnv>, route: Route, at: Date, body: string): Entry {
  const url = new URL(context.req.url)
  const account = route.audience === 'main' ? 'main' : context.get('account').id
  return { at: at.toISOString(), call: `${context.req.method} ${url.pathname}${url.search}`, account, body }
}

function serveDescription(app: Hono<AppEnv>, read: () => Promise<Description>, state: State): void {
  const described = async ({ req }: Context<AppEnv>): Promise<Description> => {
    return { ...withTokens(await read(), state), servers: [{ url: new URL(req.url).origin }] }
  }
  app.get('/openapi.json', async (context) => context.json(await described(context)))
  app.get('/', async (context) => {
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    return context.html(browsePage(await described(context)))
  })
}

/** Adds example credentials to the security schemes in the format of Mintlify and ReadMe. */
function withTokens(description: Description, { mainToken, subAccounts }: State): Description {
  const { components = {} } = description
  const tokens: Readonly<Record<string, string | undefined>> = {
    mainAccount: mainToken,
    subAccount: subAccounts[0]?.accessToken,
  }
  if (components.securitySchemes === undefined) return description
  const securitySchemes = Object.fromEntries(
    Object.entries(components.securitySchemes).map(([name, scheme]) => [
      name,
      { ...scheme, 'x-default': tokens[name] },
    ]),
  )
  return { ...description, components: { ...components, securitySchemes } }
}

/** Rejects callers of the other kind, and stores the sub-account. */
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

/** Returns the routes by path, literal segments before parameters, so that '/webhooks/executions' doesn't match '{id}'. */
function routesByPath(build: Build): readonly (readonly [string, readonly Route[]])[] {
  const paths = new Map<string, Route[]>()
  for (const route of routes.filter(({ operation }) => build.has(operation))) {
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

/** Creates the error handler, which returns the documented body with consecutive trace ids. */
function errorResponder(): (error: Error) => Response {
  let traces = 0
  return (error) => {
    traces += 1
    const known = error instanceof Refusal
    const refusal = known ? error : new Refusal(500, 'INTERNAL_ERROR', 'The sandbox failed; please report this.')
    const { status, headers } = refusal
    return Response.json(errorBody(refusal, `trace-${traces}`), { status, headers })
  }
}
