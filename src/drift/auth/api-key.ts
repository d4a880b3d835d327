import type { SentRequest } from '../../model/observation.ts'
import { encodeValue } from '../../util/serialize.ts'
import type { ApiKeyCredential } from './credential.ts'

/** Adds or replaces an API key at its declared location. For queries and cookies, `key` must be percent-encoded, or `$NAME` for curl. */
export function withApiKey(
  request: SentRequest,
  { in: location, parameter }: Pick<ApiKeyCredential, 'in' | 'parameter'>,
  key: string,
): SentRequest {
  const { headers, path } = request
  if (location === 'header') return { ...request, headers: { ...headers, [parameter.toLowerCase()]: key } }
  const pair = `${encodeValue(parameter)}=${key}`
  if (location === 'query') return { ...request, path: withPair(path, pair) }
  const cookies = (headers.cookie ?? '').split(/;\s*/).filter((one) => one !== '' && nameOf(one) !== nameOf(pair))
  return { ...request, headers: { ...headers, cookie: [...cookies, pair].join('; ') } }
}

function withPair(path: string, pair: string): string {
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const others = query.split('&').filter((one) => one !== '' && nameOf(one) !== nameOf(pair))
  return `${before}?${[...others, pair].join('&')}`
}

function nameOf(pair: string): string {
  return pair.split('=', 1)[0] ?? ''
}
