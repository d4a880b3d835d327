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

/** What the suite files of one run share: without it each would parse the description and connect anew. */
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

/** The session of this worker. It hangs on `globalThis`, because a suite file may get modules of its own. */
function session(): Session {
  // A symbol of ours on the global object: no other code writes there.
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

/** Forgets the run: its connections are closed, and the next one in this worker begins with nothing. */
export function endSession(): void {
  // A caller that is closed already rejects.
  for (const caller of session().callers.values()) caller.close().catch(() => {})
  // A symbol of ours on the global object: no other code writes there.
  delete (globalThis as { [key]?: Session })[key]
}

/** The description of a run, parsed once per worker. */
export function sharedDescription({ description, cwd, specsDir }: SuiteContext): Promise<Description> {
  const { descriptions } = session()
  const key = JSON.stringify([description, cwd, specsDir])
  const known = descriptions.get(key)
  if (known !== undefined) return known
  const loaded = loadDocument(description, { cwd, specsDir }).then(describe)
  descriptions.set(key, loaded)
  return loaded
}

/** The caller of a target, one per worker: connections stay open from file to file. */
export function sharedCaller({ target }: SuiteContext): Caller {
  const { callers } = session()
  const key = JSON.stringify(target)
  const caller = callers.get(key) ?? createCaller(target)
  callers.set(key, caller)
  return caller
}

/** What notices that the credential of a target stopped working, one per worker. */
export function sharedCanary({ target }: SuiteContext): Canary {
  const { canaries } = session()
  const key = JSON.stringify(target)
  const canary = canaries.get(key) ?? createCanary()
  canaries.set(key, canary)
  return canary
}

/** What puts credentials into requests, one per worker: tokens that were fetched serve all files. */
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

/** How another address is called: the limits and the name of the certificate are the target's alone. */
function elsewhere(target: Target, { origin, hostname }: URL): CallerOptions {
  const { rateLimits: _, tls: { servername, ...tls } = {}, ...connection } = target
  const same = new URL(target.baseUrl).hostname === hostname
  return { ...connection, baseUrl: origin, tls: { ...tls, ...(same && servername !== undefined && { servername }) } }
}

/** Starts a file's list of touched operations anew and returns it: a watched file is run more than once. */
export function touchedBy(file: string): Set<string> {
  const touched = new Set<string>()
  session().touched.set(file, touched)
  return touched
}

/** Whether a suite file has been run, or is, by this worker. */
export function hasRun(file: string): boolean {
  return session().touched.has(file)
}

/** Operations that any file of the run has touched so far. */
export function touchedByAll(): ReadonlySet<string> {
  return new Set([...session().touched.values()].flatMap((operations) => [...operations]))
}

/** What this worker knows to be secret. */
export interface SharedSecrets {
  /** Sent by calls so far. */
  readonly kept: Set<string>
  /** Made for the run of each key. */
  readonly redactors: Map<string, Redactor>
}

/** What this worker knows to be secret. */
export function sharedSecrets(): SharedSecrets {
  return session().secrets
}
