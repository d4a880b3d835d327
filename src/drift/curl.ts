import type { Json } from '../model/json.ts'
import type { SentRequest } from '../model/observation.ts'
import type { Redactor } from './redact.ts'

/** A longer body is cut: the line is for a terminal. */
const longestBody = 8000

/** Headers that curl makes itself, and the pseudo headers of HTTP/2. */
const ownOfCurl = /^(:.*|host|content-length|connection|transfer-encoding)$/i

/**
 * A `curl` line that repeats a request, quoted for a POSIX shell. `$NAME` as the base, or as a header value
 * (alone or after `Bearer`), stays for the shell to fill in; other credentials are redacted.
 */
export function curlLine(request: SentRequest, base: string, redactor: Redactor): string {
  const { method, path, headers, body } = request
  const words = ['curl', '-sS']
  if (method === 'HEAD') words.push('-I')
  else if (method !== 'GET' || body !== undefined) words.push('-X', quote(method))
  words.push(urlWord(base, redactor.text(withoutSecretPairs(path, redactor)), redactor))
  const sent = Object.entries(headers).filter(([name]) => !ownOfCurl.test(name))
  for (const [name, value] of sent) words.push('-H', headerWord(name, value, redactor))
  if (body !== undefined) words.push('--data-raw', quote(bodyText(body, redactor)))
  return words.join(' ')
}

function urlWord(base: string, path: string, redactor: Redactor): string {
  if (/^\$[A-Z_][A-Z0-9_]*$/.test(base)) return `"${base}"${quote(path)}`
  return quote(redactor.text(base.replace(/\/+$/, '')) + path)
}

function headerWord(name: string, value: string, redactor: Redactor): string {
  const placeholder = /^((?:Bearer|Basic|Token) )?(\$[A-Z_][A-Z0-9_]*)$/.exec(value)
  if (placeholder !== null) return `${quote(`${name}: ${placeholder[1] ?? ''}`)}"${placeholder[2]}"`
  return quote(`${name}: ${redactor.header(name, value)}`)
}

function bodyText(body: string, redactor: Redactor): string {
  const clean = redactor.text(withoutSecrets(body, redactor))
  return clean.length > longestBody ? `${clean.slice(0, longestBody)}… (cut)` : clean
}

/** Secrets by key can only be told in JSON and forms. */
function withoutSecrets(body: string, redactor: Redactor): string {
  try {
    const hide = (key: string, value: Json): Json => (key !== '' && redactor.isSecret(key) ? '[redacted]' : value)
    const parsed: unknown = JSON.parse(body)
    const hidden = JSON.stringify(parsed, hide)
    return hidden === JSON.stringify(parsed) ? body : hidden
  } catch {
    return withoutSecretPairs(body, redactor)
  }
}

/** `a=1&token=…` in a query or a form. */
function withoutSecretPairs(text: string, redactor: Redactor): string {
  return text.replaceAll(/([^?&=#]+)=([^&#]*)/g, (pair, key: string) =>
    redactor.isSecret(key) ? `${key}=[redacted]` : pair,
  )
}

/** Single quotes end the shell's interest in anything; those inside are spelt out. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
