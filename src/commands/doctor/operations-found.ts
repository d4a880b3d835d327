import { basePathOf } from '../../config/base-path.ts'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { credentialsFor } from '../../drift/auth/credential.ts'
import { planRequest } from '../../drift/planning/plan.ts'
import { leftOutOf } from '../../drift/reach/settings.ts'
import { type Caller, createCaller } from '../../drift/transport/call.ts'
import { ToolError } from '../../model/errors.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { SuiteContext, Target } from '../../suite/api/context.ts'
import { belowBasePath, configuredUrl, httpUrl, shownUrl } from '../../suite/connection/base-url.ts'
import { connectionOf } from '../../suite/connection/connection.ts'
import { credentialsOf } from '../../suite/connection/credentials.ts'
import { sharedAuthorizer } from '../../suite/running/session.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import type { PickedApi } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'
import { type Diagnosis, diagnosed } from './diagnosis.ts'

type Found = Omit<Diagnosis, 'api' | 'what'>

/** Number of operations to call. */
const mostOperations = 3

/** Maximum number of alternative base paths to try. */
const mostSuspects = 8

/** Calls three safe operations to check the base URL. */
export async function operationsFound(shell: Shell, specsDir: string, api: PickedApi): Promise<readonly Diagnosis[]> {
  const { cwd, env } = shell
  let named: string | undefined
  try {
    named = configuredUrl(api.target ?? {}, env)
  } catch (error) {
    if (error instanceof ToolError) return []
    throw error
  }
  const document = await loadDocument(`${api.name}@latest`, { cwd, specsDir }).catch(unreadable)
  if (named === undefined || document === undefined || !URL.canParse(named)) return []
  const description = describe(document)
  const chosen = chosenOf(description)
  if (chosen.length === 0) return []
  const baseUrl = httpUrl(named)
  const found = await diagnosed({ api: api.name, what: 'operations' }, async () => {
    const connection = await connectionOf(api.target ?? {}, { baseUrl, cwd, env })
    const credentials = credentialsIn(shell, api, baseUrl)
    const { basePath } = api.target ?? {}
    const named = { ...connection, baseUrl, label: shownUrl(baseUrl), writable: false, credentials }
    const target = belowBasePath({ ...named, ...(basePath !== undefined && { basePath }) }, description.operations)
    const context = { api: api.name, cwd, specsDir, description: document.name, target, redact: [] }
    return foundBelow(context, api, description, chosen)
  })
  return found.message === '' ? [] : [found]
}

/** An API before it has a config. */
export interface NewApi {
  readonly name: string
  /** Address of the description. */
  readonly source: string
  readonly baseUrl: string
  readonly description: Description
}

/** Calls three safe operations. Returns a base URL where they exist if they don't exist at the given one. */
export async function otherBaseUrl({ cwd, env }: Shell, api: NewApi): Promise<string | undefined> {
  const { name, source, baseUrl, description } = api
  const chosen = chosenOf(description)
  if (chosen.length === 0) return undefined
  const connection = await connectionOf({}, { baseUrl, cwd, env })
  const target = { ...connection, baseUrl, label: shownUrl(baseUrl), writable: false, credentials: [] }
  const context = { api: name, cwd, specsDir: '', description: description.document.name, target, redact: [] }
  const received = await callAll(context, target, chosen)
  return received.every(({ status }) => status === 404) ? suspectOf(context, source, description, chosen) : undefined
}

/** Ignores a ToolError, which another check reports. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof ToolError)) throw error
}

function credentialsIn({ env }: Shell, { name, auth, configFile }: PickedApi, baseUrl: string) {
  try {
    return credentialsOf({ api: name, auth, configFile, baseUrl, env })
  } catch (error) {
    if (error instanceof ToolError) return []
    throw error
  }
}

/** An operation with its request. */
interface Chosen {
  readonly operation: Operation
  readonly request: SentRequest
}

/** Chooses operations with the fewest required values that don't end a session. Includes one that requires a login if possible. */
function chosenOf(description: Description): readonly Chosen[] {
  const needs = ({ path, parameters }: Operation): number =>
    path.split('{').length * 10 +
    parameters.filter(({ required, in: location }) => required && location !== 'path').length
  const ready = description.operations
    .filter((operation) => operation.method === 'GET' && leftOutOf(operation, description) === undefined)
    .sort((a, b) => needs(a) - needs(b))
    .flatMap((operation) => {
      try {
        return [{ operation, request: planRequest(operation, {}, description) }]
      } catch (error) {
        if (error instanceof ToolError) return []
        throw error
      }
    })
  const first = ready.slice(0, mostOperations)
  const isSecured = ({ operation }: Chosen) => needsLogin(operation, description)
  const secured = first.some(isSecured) ? undefined : ready.find(isSecured)
  return secured === undefined ? first : [...first.slice(0, mostOperations - 1), secured]
}

async function foundBelow(
  context: SuiteContext,
  api: PickedApi,
  description: Description,
  chosen: readonly Chosen[],
): Promise<Found> {
  const { target } = context
  const received = await callAll(context, target, chosen)
  const below = shownUrl(target.baseUrl)
  // Missing responses are reported by the target check.
  if (received.some(({ status }) => status === undefined)) return { status: 'ok', message: '' }
  const statuses = chosen.map(({ operation }, index) => `${operation.key} ${received[index]?.status}`).join(', ')
  if (received.every(({ status }) => status === 404)) {
    const suspect = await suspectOf(context, api.source, description, chosen)
    const all = chosen.length === 1 ? 'is' : 'are all'
    const message = `${chosen.map(({ operation }) => operation.key).join(', ')} ${all} 404 below ${below}`
    if (suspect !== undefined) {
      return { status: 'error', message: `${message}, and not below ${suspect}`, fix: settingOf(api, suspect) }
    }
    const fix = `Check the path of ${below}, in ${placeOf(api)}: the description has the servers ${pathsOf(description)
      .map((path) => path || '/')
      .join(', ')}`
    // An unknown identifier also causes 404, so a path with a parameter is only a warning.
    const hasList = chosen.some(({ operation }) => !operation.path.includes('{'))
    return { status: hasList ? 'error' : 'warning', message, fix }
  }
  const names = refusedNames(target, description, chosen, received)
  if (names !== undefined || received.every(isRefusal)) {
    const fix = `Check the credentials under apis.${api.name}.auth, and the values of their variables.`
    if (names === undefined) return { status: 'warning', message: statuses, fix }
    const status = received.find(isRefusal)?.status
    const why = status === 401 ? 'expired?' : 'not allowed?'
    return { status: 'error', message: `${names} was refused (${status}): ${why} (${statuses})`, fix }
  }
  return { status: 'ok', message: `${statuses} below ${below}` }
}

/** Returns the variables of the credential if every call that requires one was rejected. Undefined otherwise. */
function refusedNames(
  { credentials }: Target,
  description: Description,
  chosen: readonly Chosen[],
  received: readonly Observation[],
): string | undefined {
  const secured = chosen.flatMap(({ operation }, index) => {
    const sent = credentialsFor(credentials, operation.path)
    const observation = received[index]
    return sent.length > 0 && needsLogin(operation, description) && observation !== undefined
      ? [{ sent, observation }]
      : []
  })
  if (!secured.some(({ observation }) => isRefusal(observation))) return undefined
  if (!secured.every(({ observation }) => isRefusal(observation))) return undefined
  return [...new Set(secured.flatMap(({ sent }) => sent.map(({ name }) => name)))].join(', ')
}

function isRefusal({ status }: Observation): boolean {
  return status === 401 || status === 403
}

/** Returns true if an operation requires a credential. Without any declaration, every operation may require one. */
function needsLogin({ security }: Operation, { operations }: Description): boolean {
  if (security.length === 0) return operations.every((operation) => operation.security.length === 0)
  return security.every((alternative) => Object.keys(alternative).length > 0)
}

/** Returns the setting to change. A base URL without a path inherits the description's path, so an empty path needs `basePath`. */
function settingOf(api: PickedApi, suspect: string): string {
  if (new URL(suspect).pathname === '/')
    return `Set apis.${api.name}.target.basePath to /, and a base URL without a path`
  return `Set ${placeOf(api)} to ${suspect}`
}

function placeOf({ name, target }: PickedApi): string {
  const { baseUrlEnv } = target ?? {}
  return baseUrlEnv === undefined ? `apis.${name}.target.baseUrl` : `${baseUrlEnv} or apis.${name}.target.baseUrl`
}

/** Finds a base URL where the operations don't respond 404, trying paths of servers and of the description's address. */
async function suspectOf(
  context: SuiteContext,
  source = '',
  description: Description,
  chosen: readonly Chosen[],
): Promise<string | undefined> {
  const { origin, pathname } = new URL(context.target.baseUrl)
  const here = pathname.replace(/\/+$/, '')
  const from = URL.canParse(source) && new URL(source).origin === origin ? above(new URL(source).pathname) : []
  const basePaths = [...pathsOf(description), ...above(here), ...from, ...from.map((path) => `${path}${here}`)]
  const usual = ['', '/api', '/v1', '/api/v1']
  const paths = [...new Set([...basePaths, ...usual])].filter((path) => path !== here).slice(0, mostSuspects)
  for (const path of paths) {
    const received = await callAll(context, { ...context.target, baseUrl: `${origin}${path}` }, chosen, isHit)
    if (received.some(isHit)) return `${withoutSecrets(origin)}${path}`
  }
  return undefined
}

/** Returns the parent folders of a path, deepest first: `/api/v1` and `/api` for `/api/v1/openapi.json`. */
function above(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((_, index) => ['', ...segments.slice(0, segments.length - 1 - index)].join('/'))
}

function pathsOf({ operations }: Description): readonly string[] {
  return [...new Set(operations.flatMap(({ servers }) => servers.map(basePathOf)))]
}

/** Returns true for a response of the API: no 404, server error or HTML page. */
function isHit({ status, headers }: Observation): boolean {
  return status !== undefined && status !== 404 && status < 500 && !/html/i.test(headers['content-type'] ?? '')
}

/** Calls operations one after the other, until a response satisfies `isEnough`. */
async function callAll(
  context: SuiteContext,
  target: Target,
  chosen: readonly Chosen[],
  isEnough: (observation: Observation) => boolean = () => false,
): Promise<readonly Observation[]> {
  const caller: Caller = createCaller({ ...target, retries: 0 })
  const received: Observation[] = []
  try {
    for (const { operation, request } of chosen) {
      const credentials = credentialsFor(target.credentials, operation.path)
      const { request: sent } = await sharedAuthorizer(context).authorize(request, credentials)
      const observation = await caller.call(sent, { authenticated: credentials.length > 0, operation: operation.key })
      received.push(observation)
      if (isEnough(observation) || observation.status === undefined) break
    }
    return received
  } finally {
    await caller.close()
  }
}
