import { isJsonType } from '../../drift/checking/media-type.ts'
import { isCommonHeader } from '../../drift/checking/request/common-headers.ts'
import { withoutNamedSecrets } from '../../drift/evidence/shown-body.ts'
import { type Redactor, redacted } from '../../drift/redaction/redact.ts'
import { createRouter } from '../../drift/routing/route.ts'
import { type Hiding, hideJson, hideText, isCredential } from '../../init/from/hide.ts'
import { partsOf, type Script, type ScriptCall, type ScriptRequest } from '../../init/from/script.ts'
import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { addressOf } from '../../traffic/matching/locate.ts'
import { percentDecoded } from '../../util/pointer.ts'
import { isAmbiguousInPath, namesSecret, plainKey } from '../../util/secret-keys.ts'
import { plural } from '../../util/text.ts'

/** Maximum number of calls in a readable suite. */
export const mostCalls = 300

export interface ScriptAround {
  readonly api: string
  readonly operations: readonly Operation[]
  readonly redactor: Redactor
}

/** Converts requests to calls of matching operations. Requests that the server rejected or failed are skipped. */
export function scriptOf(requests: readonly ScriptRequest[], around: ScriptAround): Script {
  const router = createRouter(around.operations)
  const calls = new Map<string, ScriptCall>()
  const left = new Map<string, number>()
  const leave = (reason: string): void => void left.set(reason, (left.get(reason) ?? 0) + 1)
  for (const request of requests) {
    const { path } = addressOf(request.url)
    const operation = router.match(request.method, path)
    const { status } = request
    if (operation === undefined) leave('no operation of the description')
    else if (status !== undefined && (status === 401 || status === 403)) leave('the credentials were refused')
    else if (status !== undefined && (status === 429 || status >= 500)) leave('the server failed')
    else if (status !== undefined && (status < 200 || (status >= 300 && status < 400))) leave('a redirect, or nothing')
    else if (calls.size >= mostCalls) leave(`more than ${mostCalls} calls`)
    else {
      const call = callOf(operation, path, request, around)
      const key = JSON.stringify({ ...call, as: undefined })
      if (!calls.has(key)) calls.set(key, call)
    }
  }
  const notes = [...left].map(([reason, count]) => `${plural(count, 'request')}: ${reason}`)
  return { calls: numbered([...calls.values()]), flows: [], notes }
}

function numbered(calls: readonly ScriptCall[]): readonly ScriptCall[] {
  const counts = new Map<string, number>()
  return calls.map((call) => {
    const name = `${call.operation} ${call.as ?? ''}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? call : { ...call, as: `${call.as ?? 'recorded'} ${count}` }
  })
}

function callOf(operation: Operation, path: string, request: ScriptRequest, around: ScriptAround): ScriptCall {
  const hiding = hidingOf(around)
  const hide = (text: string, name: string, isSecret = namesSecret(name)): string =>
    hideText(text, name, isSecret, hiding)
  const query = new Map<string, string[]>()
  for (const pair of (path.split('#', 1)[0] ?? '').split('?').slice(1).join('?').split('&')) {
    const [name = '', ...value] = pair.split('=')
    if (name !== '')
      query.set(decoded(name), [...(query.get(decoded(name)) ?? []), hide(decoded(value.join('=')), decoded(name))])
  }
  const values = pathValues(operation.path, path.split(/[?#]/, 1)[0] ?? '')
  const notes =
    request.body === undefined && operation.requestBody !== undefined
      ? ['Its body was not recorded: one of the description is sent.']
      : []
  return {
    operation: operation.key,
    path: Object.fromEntries(
      values.map(([name, value]) => [
        name,
        hide(decoded(value), name, namesSecret(name) && !isAmbiguousInPath(plainKey(name))),
      ]),
    ),
    query: Object.fromEntries(
      [...query]
        .filter(([name]) => !isOfScheme(name, operation))
        .map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
    ),
    headers: Object.fromEntries(
      request.headers
        .filter(([name]) => !isCommonHeader(name) && !isOfScheme(name, operation))
        .map(([name, value]) => [name, hide(value, name, namesSecret(name) || isCredential(value))]),
    ),
    ...bodyOf(request, hiding),
    ...(request.status !== undefined && { expect: request.status }),
    ...(request.as !== undefined && request.as !== '' && { as: around.redactor.value(request.as) }),
    notes: [...request.notes, ...notes],
  }
}

/** Returns whether a secret is a credential rather than a parameter; credentials come from the config. */
function isOfScheme(name: string, { parameters }: Operation): boolean {
  return namesSecret(name) && !parameters.some((each) => each.name.toLowerCase() === name.toLowerCase())
}

export function hidingOf({ api, redactor }: Pick<ScriptAround, 'api' | 'redactor'>): Hiding {
  return {
    api,
    holdsSecret(text, whole) {
      // Code expressions contain no literal secret.
      const plain = partsOf(text)
        .map((part, index) => (index % 2 === 1 ? redacted : part))
        .join('')
      return redactor.value(plain) !== plain || (whole && withoutNamedSecrets(plain, redactor) !== plain)
    },
  }
}

function bodyOf({ body, headers }: ScriptRequest, hiding: Hiding): Partial<ScriptCall> {
  if (body === undefined || body === '') return {}
  const type = headers.find(([name]) => name === 'content-type')?.[1]
  const json = type === undefined || isJsonType(type) ? parsedBody(body) : undefined
  if (json !== undefined) return { body: hideJson(json, '', hiding) }
  if (type !== undefined && /x-www-form-urlencoded/i.test(type)) {
    const form = Object.fromEntries(
      body.split('&').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decoded(name), hideJson(decoded(value.join('=')), decoded(name), hiding)]
      }),
    )
    return { body: form, contentType: 'application/x-www-form-urlencoded' }
  }
  return { rawBody: hideText(body, 'body', hiding.holdsSecret(body, true), hiding), contentType: type }
}

/** Parses a body with code markers. Markers are control characters, which JSON text escapes. */
function parsedBody(body: string): Json | undefined {
  try {
    return JSON.parse(
      without(/\\u000[01]/gi, body)
        .replaceAll('\u0000', '\\u0000')
        .replaceAll('\u0001', '\\u0001'),
    )
  } catch {
    return undefined
  }
}

/** The path may start with a server's base path. */
function pathValues(template: string, path: string): readonly (readonly [string, string])[] {
  const wanted = template.split('/').filter((segment, index) => index > 0 || segment !== '')
  const given = path.replace(/\/$/, '').split('/')
  const last = given.slice(given.length - wanted.length)
  return wanted.flatMap((segment, index) => {
    const names = Array.from(segment.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name)
    if (names.length === 0) return []
    const literals = segment.split(/\{[^{}]*\}/).map((each) => each.replaceAll(/[.+^$()|[\]\\*?]/g, '\\$&'))
    const values = new RegExp(`^${literals.join('(.+)')}$`, 's').exec(last[index] ?? '')?.slice(1) ?? []
    return names.map((name, at) => [name, values[at] ?? ''] as const)
  })
}

/** Removes a pattern repeatedly, because a removal can create new matches that look like code markers. */
function without(pattern: RegExp, text: string): string {
  let [before, after] = [text, text.replaceAll(pattern, '')]
  while (after !== before) [before, after] = [after, after.replaceAll(pattern, '')]
  return after
}

function decoded(text: string): string {
  return percentDecoded(without(/%0[01]/g, text).replaceAll('+', ' '))
}
