import type { Evidence } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { SentRequest } from '../../model/observation.ts'
import { percentDecoded } from '../../util/pointer.ts'
import { type Redactor, redacted } from '../redaction/redact.ts'

/** A longer body is cut: the line is for a terminal. */
const longestBody = 8000

/** The end of what is cut. */
const cutMark = '… (cut)'

/** Headers that curl sets itself, and the pseudo headers of HTTP/2. */
const ownOfCurl = /^(:.*|host|content-length|connection|transfer-encoding)$/i

/** What curl sends by default. */
function isSentAnyway(name: string, value: string): boolean {
  return (name === 'accept' && value === '*/*') || (name === 'user-agent' && value.startsWith('curl/'))
}

/**
 * A `curl` line that repeats a request, quoted for a POSIX shell. `$NAME` as the base, or as a header value
 * (alone or after `Bearer`), stays for the shell to fill in, and so does one of `variables` as the value of a query
 * parameter or cookie; other credentials are redacted.
 */
export function curlLine(
  request: SentRequest,
  base: string,
  redactor: Redactor,
  variables: readonly string[] = [],
): string {
  const { method, path, headers } = request
  // An empty text would be sent as an empty form.
  const body = request.body === '' ? undefined : request.body
  const words = ['curl', '-sS']
  if (method === 'HEAD') words.push('-I')
  else if (method !== 'GET' || body !== undefined) words.push('-X', quote(method))
  const isVariable = (text: string): boolean => text.startsWith('$') && variables.includes(text.slice(1))
  words.push(urlWord(base, shownPath(path, redactor, isVariable), redactor, isVariable))
  const sent = Object.entries(headers).filter(([name, value]) => !ownOfCurl.test(name) && !isSentAnyway(name, value))
  for (const [name, value] of sent) words.push(...headerWords(name, value, redactor, isVariable))
  if (body !== undefined) words.push('--data-raw', quote(bodyText(body, redactor)))
  return words.join(' ')
}

/** The names of the variables that a curl line leaves to the shell, in order. */
function curlVariables(line: string): string[] {
  // What is in single quotes, or escaped, stays as it is.
  const words = line.matchAll(/'[^']*'|\\.|\$([A-Za-z_][A-Za-z0-9_]*)/g)
  return [...new Set([...words].flatMap(([, name]) => name ?? []))]
}

/** What a curl line needs to repeat its call: variables, and what it has not. */
export const curlNotes = memoOfLast((line: string): Pick<Evidence, 'variables' | 'curlLacks'> => {
  const variables = curlVariables(line)
  const lacks = line.includes(redacted) ? 'secrets' : line.includes(cutMark) ? 'the end of the body' : undefined
  return { ...(variables.length > 0 && { variables }), curlLacks: lacks }
})

/** An exchange has one line, and may have many findings. */
function memoOfLast<T>(make: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly made: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) }
    return last.made
  }
}

/** The URL of a request as text: credentials are variables, or redacted. */
export function shownUrl(path: string, base: string, redactor: Redactor, variables: readonly string[]): string {
  const isVariable = (text: string): boolean => text.startsWith('$') && variables.includes(text.slice(1))
  const clean = shownPath(path, redactor, isVariable)
  return (base.startsWith('$') ? base : redactor.text(base.replace(/\/+$/, ''))) + clean
}

function shownPath(path: string, redactor: Redactor, isVariable: IsVariable): string {
  const isInvented = isInventedIn(redactor)
  const isShown: IsVariable = (text) => isVariable(text) || isInvented(text)
  return redactor.text(withoutSecretPairs(path, redactor.isSecretInQuery, isShown))
}

/** Whether the value of a pair in a query, a form or a cookie is made up. */
function isInventedIn(redactor: Redactor): (written: string) => boolean {
  return (written) => redactor.isInvented(percentDecoded(written.replaceAll('+', ' ')))
}

/** The headers of a request: a credential is `$NAME`, or redacted. */
export function shownHeaders(
  headers: SentRequest['headers'],
  redactor: Redactor,
  variables: readonly string[],
): Readonly<Record<string, string>> {
  const isVariable = (text: string): boolean => text.startsWith('$') && variables.includes(text.slice(1))
  const shown = Object.entries(headers).map(([name, value]): [string, string] => {
    const words = value.replace(/^(Bearer|Basic|Token) /, '').split(':')
    if (words.every(isVariable)) return [name, value]
    return [name, name === 'cookie' ? cookiesText(value, redactor, isVariable) : redactor.header(name, value)]
  })
  return Object.fromEntries(shown)
}

type IsVariable = (text: string) => boolean

function urlWord(base: string, path: string, redactor: Redactor, isVariable: IsVariable): string {
  if (/^\$[A-Z_][A-Z0-9_]*$/.test(base)) return `"${base}"${quoteAround(path, isVariable)}`
  return quoteAround(redactor.text(base.replace(/\/+$/, '')) + path, isVariable)
}

/** Quotes a URL or a list of cookies, with the variables among its values left to the shell. */
function quoteAround(text: string, isVariable: IsVariable): string {
  const parts = text.split(/(?<==)(\$\w+)(?=&|;|$)/)
  if (!parts.some(isVariable)) return quote(text)
  return parts.map((part) => (isVariable(part) ? `"${part}"` : part && quote(part))).join('')
}

function headerWords(name: string, value: string, redactor: Redactor, isVariable: IsVariable): string[] {
  const user = /^Basic (\$\w+):(\$\w+)$/.exec(value)
  if (user?.slice(1).every(isVariable)) return ['-u', `"${user[1]}:${user[2]}"`]
  const placeholder = /^((?:Bearer|Basic|Token) )?(\$[A-Za-z_][A-Za-z0-9_]*)$/.exec(value)
  if (placeholder !== null) return ['-H', `${quote(`${name}: ${placeholder[1] ?? ''}`)}"${placeholder[2]}"`]
  if (name === 'cookie') return ['-H', quoteAround(`cookie: ${cookiesText(value, redactor, isVariable)}`, isVariable)]
  return ['-H', quote(`${name}: ${redactor.header(name, value)}`)]
}

/** The names of the cookies, and of their values only what the shell fills in. */
function cookiesText(header: string, redactor: Redactor, isVariable: IsVariable): string {
  const isInvented = isInventedIn(redactor)
  return header.replaceAll(/[^;\s][^;]*/g, (pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    if (value === undefined) return '[redacted]'
    return isVariable(value) || isInvented(value) ? pair : `${name}=[redacted]`
  })
}

function bodyText(body: string, redactor: Redactor): string {
  // What is cut off need not be read; the mark shows that a secret may have been cut.
  const whole = withoutSecrets(body, redactor)
  const clean = redactor.text(whole.length > longestBody * 4 ? `${whole.slice(0, longestBody * 4)}…` : whole)
  return clean.length > longestBody ? clean.slice(0, longestBody) + cutMark : clean
}

/** Secrets by key can only be recognised in JSON and forms. */
function withoutSecrets(body: string, redactor: Redactor): string {
  try {
    const hide = (key: string, value: Json): Json =>
      key !== '' && redactor.isSecret(key) && !redactor.isInvented(value) ? redacted : value
    const parsed: unknown = JSON.parse(body)
    const hidden = JSON.stringify(parsed, hide)
    return hidden === JSON.stringify(parsed) ? body : hidden
  } catch {
    return withoutSecretPairs(body, redactor.isSecretParameter, isInventedIn(redactor))
  }
}

/** `a=1&token=…` in a query or a form. */
function withoutSecretPairs(
  text: string,
  isSecret: (key: string) => boolean,
  isShown: (value: string) => boolean,
): string {
  return text.replaceAll(/([^?&=#]+)=([^&#]*)/g, (pair, key: string, value: string) =>
    isSecret(key) && !isShown(value) ? `${key}=[redacted]` : pair,
  )
}

/** In single quotes the shell expands nothing; single quotes inside are escaped. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
