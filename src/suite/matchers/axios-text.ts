import { Buffer } from 'node:buffer'
import { isJsonType } from '../../drift/checking/media-type.ts'

/** What a response of axios says of how its `data` came to be. */
export interface AxiosText {
  readonly data: string
  readonly config: Readonly<Record<string, unknown>>
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The body that a string in `data` was read from: axios parses the JSON text `"a"` to the string `a`, and leaves a text that is no JSON as it
 * is. `Content-Length` (RFC 9110 §8.6) distinguishes them; without it, what the configured transforms do. A text that both can have come from
 * is taken for the JSON string.
 */
export function axiosText({ data, config, headers }: AxiosText): string {
  if (!isJsonType(headers['content-type'] ?? '')) return data
  const json = JSON.stringify(data)
  const length = Number(headers['content-length'])
  if (length === Buffer.byteLength(data)) return data
  if (length === Buffer.byteLength(json)) return json
  return data !== '' && transformed(json, config, headers) === data ? json : data
}

/** As axios calls them. */
function transformed(text: string, config: AxiosText['config'], headers: AxiosText['headers']): unknown {
  const { transformResponse } = config
  const transforms = [transformResponse ?? []].flat().filter((each) => typeof each === 'function')
  try {
    return transforms.reduce((value: unknown, transform) => transform.call(config, value, headers, 200), text)
  } catch {
    // A transform that refuses the text did not make a string of it.
    return undefined
  }
}
