import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { type Authorizer, createAuthorizer } from '../../drift/auth/authorizer.ts'
import { type CallUrl, createTokenSource } from '../../drift/auth/oauth2.ts'
import { permitToken } from '../../drift/harm/gate.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { type Caller, type CallerOptions, createCaller } from '../../drift/transport/call.ts'
import type { Description } from '../../model/operation.ts'
import type { SuiteContext, Target } from '../api/context.ts'
import { type Canary, createCanary } from '../calls/canary.ts'
import { loadApply } from '../connection/credentials.ts'

/** State shared by a run's suite files, so that each file needn't parse the description and reconnect. */
interface Session {
  readonly descriptions: Map<string, Promise<Description>>
  readonly authorizers: Map<string, Authorizer>
  readonly callers: Map<string, Caller>
  readonly canaries: Map<string, Canary>
  /** Operations called, or declared to be called, by suite file. */
  readonly touched: Map<string, Set<string>>
  readonly secrets: SharedSecrets
}

const key = Symbol.for('specdrift.session')

/** Returns the session of this worker. Stored on `globalThis`, because a suite file may get its own module instances. */
function session(): Session {
  // No other code uses this symbol.
  const holder = globalThis as { [key]?: Session }
  holder[key] ??= {
    descriptions: new Map(),
    authorizers: new Map(),
    callers: new Map(),
    canaries: new Map(),
    touched: new Map(),
    secrets: { kept: new Set(), redactors: new Map() },
  }
  return holder[key]
}

/** Ends the session and closes its connections, so that the next run in this worker starts empty. */
export function endSession(): void {
  // A caller that is already closed rejects.
  for (const caller of session().callers.values()) caller.close().catch(() => {})
  // No other code uses this symbol.
  delete (globalThis as { [key]?: Session })[key]
}

/** Returns the description of a run, parsed once per worker. */
export function sharedDescription({ description, cwd, specsDir }: SuiteContext): Promise<Description> {
  const { descriptions } = session()
  const key = JSON.stringify([description, cwd, specsDir])
  const known = descriptions.get(key)
  if (known !== undefined) return known
  const loaded = loadDocument(description, { cwd, specsDir }).then(describe)
  descriptions.set(key, loaded)
  return loaded
}

/** Returns the caller of a target, one per worker, so that connections stay open between files. */
export function sharedCaller({ target }: SuiteContext): Caller {
  const { callers } = session()
  const key = JSON.stringify(target)
  const caller = callers.get(key) ?? createCaller(target)
  callers.set(key, caller)
  return caller
}

/** Returns the canary of a target, one per worker. */
export function sharedCanary({ target }: SuiteContext): Canary {
  const { canaries } = session()
  const key = JSON.stringify(target)
  const canary = canaries.get(key) ?? createCanary()
  canaries.set(key, canary)
  return canary
}

/** Returns the authorizer of a target, one per worker, so that all files share fetched tokens. */
export function sharedAuthorizer({ cwd, target }: SuiteContext): Authorizer {
  const { authorizers } = session()
  const key = JSON.stringify([cwd, target])
  const known = authorizers.get(key)
  if (known !== undefined) return known
  const call: CallUrl = async (url, request) => {
    const caller = createCaller(elsewhere(target, new URL(url)))
    try {
      return await caller.call(request, { follow: false, permit: permitToken(request) })
    } finally {
      await caller.close()
    }
  }
  const authorizer = createAuthorizer(createTokenSource(call), (credential) => loadApply(cwd, credential))
  authorizers.set(key, authorizer)
  return authorizer
}

/** Returns the options for calling another address: rate limits and the certificate name only apply to the target. */
function elsewhere(target: Target, { origin, hostname }: URL): CallerOptions {
  const { rateLimits: _, tls: { servername, ...tls } = {}, ...connection } = target
  const same = new URL(target.baseUrl).hostname === hostname
  return { ...connection, baseUrl: origin, tls: { ...tls, ...(same && servername !== undefined && { servername }) } }
}

/** Resets and returns a file's set of called operations; a watched file runs repeatedly. */
export function touchedBy(file: string): Set<string> {
  const touched = new Set<string>()
  session().touched.set(file, touched)
  return touched
}

export function hasRun(file: string): boolean {
  return session().touched.has(file)
}

export function touchedByAll(): ReadonlySet<string> {
  return new Set([...session().touched.values()].flatMap((operations) => [...operations]))
}

export interface SharedSecrets {
  readonly kept: Set<string>
  readonly redactors: Map<string, Redactor>
}

export function sharedSecrets(): SharedSecrets {
  return session().secrets
}
