import { type Caller, createCaller } from '../drift/call.ts'
import type { Description } from '../model/operation.ts'
import { loadDocument } from '../spec/load.ts'
import { describe } from '../spec/operations.ts'
import type { SuiteContext } from './context.ts'

/** What the suite files of one run share: without it each would parse the description and connect anew. */
interface Session {
  readonly descriptions: Map<string, Promise<Description>>
  readonly callers: Map<string, Caller>
  /** Operations called, or declared to be called, by suite file. */
  readonly touched: Map<string, Set<string>>
}

const place = Symbol.for('specdrift.session')

/** The session of this worker. It hangs on `globalThis`, because a suite file may get modules of its own. */
function session(): Session {
  // A symbol of ours on the global object: nobody else writes there.
  const holder = globalThis as { [place]?: Session }
  holder[place] ??= { descriptions: new Map(), callers: new Map(), touched: new Map() }
  return holder[place]
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
export function sharedCaller({ target: { baseUrl, timeoutMs } }: SuiteContext): Caller {
  const { callers } = session()
  const key = JSON.stringify([baseUrl, timeoutMs])
  const caller = callers.get(key) ?? createCaller({ baseUrl, ...(timeoutMs !== undefined && { timeoutMs }) })
  callers.set(key, caller)
  return caller
}

/** Starts a file's list of touched operations anew and returns it: a watched file is run more than once. */
export function touchedBy(file: string): Set<string> {
  const touched = new Set<string>()
  session().touched.set(file, touched)
  return touched
}

/** Operations that any file of the run has touched so far. */
export function touchedByAll(): ReadonlySet<string> {
  return new Set([...session().touched.values()].flatMap((operations) => [...operations]))
}
