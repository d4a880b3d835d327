import { toolError } from '../../model/errors.ts'
import type { SentRequest } from '../../model/observation.ts'
import type { ApplyCredential, CustomCredential } from './credential.ts'

/** Looks up the function of a custom credential. */
export type LoadApply = (credential: CustomCredential) => Promise<ApplyCredential>

/** A request after a function of the user's, with the parts it added, which are treated as secrets. */
export interface Customised {
  readonly request: SentRequest
  /** Names of the headers it added or replaced. */
  readonly added: readonly string[]
  /** Values of these headers and of new pairs of the query. */
  readonly secrets: readonly string[]
}

/** Applies a function of the config to a request. Throws CREDENTIAL_BROKEN. */
export async function withCustom(
  before: SentRequest,
  credential: CustomCredential,
  load: LoadApply,
): Promise<Customised> {
  const request = await applied(before, credential, load)
  const added = Object.entries(request.headers).filter(([name, value]) => before.headers[name] !== value)
  const known = new Set(pairsOf(before))
  const pairs = pairsOf(request).filter((pair) => !known.has(pair))
  return {
    request,
    added: added.map(([name]) => name),
    secrets: [
      // What follows `Bearer` may come back alone.
      ...added.flatMap(([, value]) => [value, ...value.split(' ').slice(1)]),
      ...pairs.map((pair) => pair.slice(pair.indexOf('=') + 1)),
    ],
  }
}

function pairsOf({ path }: SentRequest): readonly string[] {
  return path.split('?')[1]?.split('&') ?? []
}

async function applied(before: SentRequest, credential: CustomCredential, load: LoadApply): Promise<SentRequest> {
  const apply = await load(credential)
  const broken = (reason: string, cause?: unknown): Error =>
    toolError('CREDENTIAL_BROKEN', [credential.name, credential.configFile, reason], cause)
  let after: SentRequest
  try {
    after = await apply(structuredClone(before), credential.secrets)
  } catch (cause) {
    // Its message may quote a secret: `--debug` shows it as the cause.
    throw broken('it threw an error', cause)
  }
  const entries = Object.entries(after?.headers ?? {})
  const fits = typeof after?.path === 'string' && entries.every(([, value]) => typeof value === 'string')
  if (!fits || after.method !== before.method) throw broken('it must return the request with headers added')
  return { ...after, headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])) }
}
