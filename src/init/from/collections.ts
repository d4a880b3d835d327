import type { Json } from '../../model/json.ts'
import { own, ownArray, ownString } from '../../util/json.ts'
import { namesSecret } from '../../util/secret-keys.ts'
import { plural } from '../../util/text.ts'
import { variableName } from '../variable-name.ts'
import { type ScriptRequest, variable } from './script.ts'

const deepest = 50
/** Maximum number of replacements in one string, because values of variables may refer to each other recursively. */
const mostReplaced = 1000

/** Reads a Postman collection 2.0 or 2.1 (https://schema.getpostman.com) or an exported Bruno collection. Undefined for any other file. */
export function requestsOf(file: Json, api: string): readonly ScriptRequest[] | undefined {
  if (Array.isArray(own(file, 'item'))) return postmanItems(file, readerOf(file, api), 0)
  if (Array.isArray(own(file, 'items'))) return brunoItems(file, readerOf(file, api), 0)
  return undefined
}

type Read = (text: string) => string

/** Returns a function that replaces `{{name}}` by the collection's value, or by an environment variable if it is secret or unknown. */
function readerOf(file: Json, api: string): Read {
  const values = new Map<string, string>()
  for (const one of [
    ...ownArray(file, 'variable'),
    ...ownArray(file, 'environments').flatMap((each) => ownArray(each, 'variables')),
  ]) {
    const name = ownString(one, 'key') || ownString(one, 'name')
    const isSecret = ownString(one, 'type') === 'secret' || own(one, 'secret') === true || namesSecret(name)
    if (name !== '' && !isSecret && ownString(one, 'value') !== '') values.set(name, ownString(one, 'value'))
  }
  const read = (text: string, depth: number, budget: { left: number }): string =>
    text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
      const value = values.get(name.trim())
      return value === undefined || depth > 5 || budget.left-- <= 0
        ? variable(variableName(api, name))
        : read(value, depth + 1, budget)
    })
  return (text) => read(text, 0, { left: mostReplaced })
}

function postmanItems(item: Json, read: Read, depth: number): readonly ScriptRequest[] {
  if (depth > deepest) return []
  const request = own(item, 'request')
  const below = ownArray(item, 'item').flatMap((each) => postmanItems(each, read, depth + 1))
  if (request === undefined) return below
  const url = own(request, 'url')
  const raw = typeof request === 'string' ? request : typeof url === 'string' ? url : ownString(url, 'raw')
  const path = withPathValues(
    raw,
    ownArray(url, 'variable').map((one) => [ownString(one, 'key'), ownString(one, 'value')]),
  )
  const scripts = [...ownArray(item, 'event')].map((event) => scriptOf(event))
  const saved = ownArray(item, 'response').map((response) => own(response, 'code'))
  const status = scripts.flatMap(statusIn)[0] ?? saved.find((code) => typeof code === 'number')
  const body = postmanBody(own(request, 'body'))
  const notes = [
    ...scripts.filter(({ text }) => text !== '').flatMap(noteOfScript),
    ...(body === undefined ? [`its body (${ownString(own(request, 'body'), 'mode')})`] : []),
  ]
  const headers = pairsOf(ownArray(request, 'header'), 'key', read)
  const isForm = ownString(own(request, 'body'), 'mode') === 'urlencoded'
  return [requestOf({ item, url: path, headers, isForm, body, status, notes }, read), ...below]
}

interface ReadItem extends Pick<ScriptRequest, 'url' | 'headers' | 'body' | 'notes'> {
  readonly item: Json
  readonly isForm: boolean
  readonly status: Json | undefined
}

function requestOf({ item, url, headers, isForm, body, status, notes }: ReadItem, read: Read): ScriptRequest {
  return {
    method: ownString(own(item, 'request'), 'method') || 'GET',
    url: read(url),
    headers: typed(headers, isForm),
    body: body === undefined ? undefined : read(body),
    ...(typeof status === 'number' && { status }),
    as: ownString(item, 'name'),
    notes: notes.map((note) => `Not carried over: ${note}.`),
  }
}

/** Replaces path variables such as `/orders/:id`. Matches whole segments, because one name may be a prefix of another. */
function withPathValues(url: string, values: readonly (readonly [string, string])[]): string {
  const valueByName = new Map(values)
  return url.replaceAll(/\/:([^/?#]+)/g, (written, name: string) => {
    const value = valueByName.get(name)
    return value === undefined ? written : `/${value}`
  })
}

interface ItemScript {
  readonly kind: string
  readonly text: string
}

function scriptOf(event: Json): ItemScript {
  const exec = own(own(event, 'script'), 'exec')
  const lines = Array.isArray(exec)
    ? exec.filter((line) => typeof line === 'string')
    : [typeof exec === 'string' ? exec : '']
  return { kind: ownString(event, 'listen') || 'test', text: lines.join('\n').trim() }
}

const statusTest = /(?:to\.have\.status|response\.code\)\.to\.(?:eql|equal|be\.equal))\(\s*(\d{3})\s*\)/

function statusIn({ text }: ItemScript): readonly number[] {
  const found = statusTest.exec(text)?.[1]
  return found === undefined ? [] : [Number(found)]
}

/** Describes a script by its length without the text, which may contain secrets. Tests of only the status are converted instead. */
function noteOfScript({ kind, text }: ItemScript): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\}\)?;?\s*$)/.test(line))
  const others = lines.filter((line) => !statusTest.test(line) && !/^\s*pm\.test\([^;]*(?:=>|\))\s*\{\s*$/.test(line))
  return others.length === 0 ? [] : [`${plural(others.length, 'line')} of its ${kind} script`]
}

function postmanBody(body: Json | undefined): string | undefined {
  if (body === undefined || body === null) return ''
  const mode = ownString(body, 'mode')
  if (mode === '') return ''
  if (mode === 'raw') return ownString(body, 'raw')
  if (mode !== 'urlencoded') return undefined
  return formText(ownArray(body, 'urlencoded'), 'key')
}

function brunoItems(item: Json, read: Read, depth: number): readonly ScriptRequest[] {
  if (depth > deepest) return []
  const request = own(item, 'request')
  const below = ownArray(item, 'items').flatMap((each) => brunoItems(each, read, depth + 1))
  if (request === undefined || ownString(item, 'type') === 'folder') return below
  const url = withPathValues(
    ownString(request, 'url'),
    ownArray(request, 'params')
      .filter((one) => ownString(one, 'type') === 'path')
      .map((one) => [ownString(one, 'name'), ownString(one, 'value')]),
  )
  const checks = ownArray(request, 'assertions').filter((one) => own(one, 'enabled') !== false)
  const ofStatus = checks.flatMap((one) => {
    const status = /^eq (\d{3})$/.exec(ownString(one, 'value').trim())?.[1]
    return ownString(one, 'name') === 'res.status' && status !== undefined ? [Number(status)] : []
  })
  const body = brunoBody(own(request, 'body'))
  const scripts = [
    ownString(request, 'tests'),
    ownString(own(request, 'script'), 'req'),
    ownString(own(request, 'script'), 'res'),
  ]
  const others = checks.length - ofStatus.length
  const notes = [
    ...(others > 0 ? [plural(others, 'assertion')] : []),
    ...(scripts.some((text) => text.trim() !== '') ? ['its scripts'] : []),
    ...(body === undefined ? [`its body (${ownString(own(request, 'body'), 'mode')})`] : []),
  ]
  const [status] = ofStatus
  const headers = pairsOf(ownArray(request, 'headers'), 'name', read)
  const isForm = ownString(own(request, 'body'), 'mode') === 'formUrlEncoded'
  return [requestOf({ item, url, headers, isForm, body, status, notes }, read), ...below]
}

function brunoBody(body: Json | undefined): string | undefined {
  const mode = ownString(body, 'mode')
  if (mode === '' || mode === 'none') return ''
  if (mode === 'json' || mode === 'text' || mode === 'xml') return ownString(body, mode)
  return mode === 'formUrlEncoded' ? formText(ownArray(body, 'formUrlEncoded'), 'name') : undefined
}

/** Encodes form fields. Placeholders are kept, because they are replaced later. */
function formText(fields: readonly Json[], key: 'key' | 'name'): string {
  return fields
    .filter((one) => own(one, 'disabled') !== true && own(one, 'enabled') !== false)
    .map(
      (one) =>
        `${encodeURIComponent(ownString(one, key))}=${encodeURIComponent(ownString(one, 'value')).replaceAll('%7B', '{').replaceAll('%7D', '}')}`,
    )
    .join('&')
}

function pairsOf(list: readonly Json[], key: 'key' | 'name', read: Read): ScriptRequest['headers'] {
  return list
    .filter((one) => own(one, 'disabled') !== true && own(one, 'enabled') !== false)
    .map((one) => [ownString(one, key).toLowerCase(), read(ownString(one, 'value'))] as const)
}

/** Adds the content type of a form, which both tools send implicitly. */
function typed(headers: ScriptRequest['headers'], isForm: boolean): ScriptRequest['headers'] {
  const isNamed = headers.some(([name]) => name === 'content-type')
  return isForm && !isNamed ? [...headers, ['content-type', 'application/x-www-form-urlencoded']] : headers
}
