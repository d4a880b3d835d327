import type { Observation, SentRequest } from '../model/observation.ts'

/** One recorded or live exchange as a library user has it. */
export interface RawExchange {
  readonly method: string
  /** Path and query, with or without a base path of the servers. */
  readonly path: string
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly requestBody?: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As received. */
  readonly body?: string | Uint8Array | undefined
  /** How long the answer took, if that is known. */
  readonly milliseconds?: number
}

const credentials = ['authorization', 'cookie', 'x-api-key']

/** The observation in a recorded exchange. */
export function observationOf(raw: RawExchange): Observation {
  const request: SentRequest = {
    method: raw.method.toUpperCase(),
    path: raw.path,
    headers: lowerCase(raw.requestHeaders ?? {}),
    ...(raw.requestBody === undefined ? {} : { body: raw.requestBody }),
  }
  return {
    request,
    status: raw.status,
    headers: lowerCase(raw.headers),
    ...(raw.body === undefined ? {} : { body: textOf(raw.body) }),
    milliseconds: raw.milliseconds ?? 0,
    authenticated: credentials.some((name) => Object.hasOwn(request.headers, name)),
  }
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
