import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fromSchema } from '@openapi-contrib/openapi-schema-to-json-schema'
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { describe } from '../../../description/dialects/operations.ts'
import { parseDocument } from '../../../description/reading/parse.ts'
import { createRouter } from '../../../drift/routing/route.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Json } from '../../../model/json.ts'
import nock from '../../../traffic/formats/nock.ts'
import { mergeTraffic } from '../../../traffic/partial/merge.ts'
import { createSession } from '../session.ts'
import { liveResultOf } from '../to-live-result.ts'

/** A recording in nock's format. */
interface Recording {
  readonly method: string
  readonly path: string
  readonly scope: string
  readonly status: number
  readonly body: Json
  readonly response: Json
  readonly reqheaders?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

interface PathOperation {
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>
}

interface GitHub {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Content>>
  }
}

const textOf = (name: string): string =>
  gunzipSync(readFileSync(join(import.meta.dirname, `${name}.json.gz`))).toString()
// Both were written by `.ci/octokit/make.mjs`.
const recordings = JSON.parse(textOf('recordings')) as readonly Recording[]

/** An independent validator: routes, media types and schemas without our code. Schemas are converted by @openapi-contrib. */
function secondValidator({ paths, components }: GitHub) {
  const translated = (schema: object): object => ({ ...fromSchema(schema, { strictMode: false }), $schema: undefined })
  const schemas = Object.fromEntries(Object.entries(components.schemas).map(([name, one]) => [name, translated(one)]))
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'api', components: { schemas } })
  const errorsOf = (schema: object, value: Json): readonly ErrorObject[] => {
    const text = JSON.stringify(translated(schema)).replaceAll('"#/components/', '"api#/components/')
    ajv.validate(JSON.parse(text), value)
    return ajv.errors ?? []
  }
  const templateOf = (path: string): string | undefined => {
    const segments = (path.split('?')[0] ?? '').replace(/(.)\/$/, '$1').split('/')
    const fitting = Object.keys(paths).filter((template) => {
      const names = template.split('/')
      // A Git reference or a file path.
      const isLong = /\{(?:ref|path)\}$/.test(template) && segments.length > names.length
      return (
        (isLong || names.length === segments.length) &&
        names.every((name, at) => name.startsWith('{') || name === segments[at])
      )
    })
    const literals = (template: string): number => template.split('/').filter((name) => !name.startsWith('{')).length
    return fitting.sort((a, b) => literals(b) - literals(a) || a.length - b.length)[0]
  }
  const bodyErrors = (what: string, { content }: Content, type: string, body: Json): readonly string[] => {
    if (content === undefined) return [`${what} has a body`]
    const media = content[type]
    if (media === undefined) return [`${what} is ${type}`]
    return errorsOf(media.schema ?? {}, body).map(
      ({ keyword, instancePath, params }) =>
        `${what} ${keyword} ${instancePath}${keyword === 'required' ? `/${params.missingProperty}` : ''}`,
    )
  }
  return ({ method, path, status, body, response, reqheaders = {}, headers = {} }: Recording): readonly string[] => {
    const template = templateOf(path)
    const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
    if (operation === undefined) return ['undocumented operation']
    const typeOf = (fields: Readonly<Record<string, string>>): string =>
      (fields['content-type'] ?? '').split(';')[0] ?? ''
    const { requestBody, responses } = operation
    const found = responses[status] ?? responses.default
    if (found === undefined) return [`status ${status}`]
    const documented =
      found.$ref === undefined ? found : (components.responses[found.$ref.split('/').at(-1) ?? ''] ?? {})
    return [
      ...(body === '' || status >= 400 || requestBody === undefined
        ? []
        : bodyErrors('request', requestBody, typeOf(reqheaders), body)),
      ...(response === '' ? [] : bodyErrors('response', documented, typeOf(headers), response)),
    ]
  }
}

/** Returns one of our findings in the other validator's words. */
function inWords({ ruleId, message, evidence, site }: Finding): string {
  const side = site.direction ?? 'response'
  const type = /^is sent as ([^;]+);/.exec(message)?.[1]
  if (type !== undefined) return `${side} is ${type}`
  if (ruleId === 'undocumented-body') return `${side} has a body`
  const missing = ruleId === 'required-conformance' ? `/${site.pointer.split('/').at(-1)}` : ''
  return `${side} ${ruleId.replace('-conformance', '')} ${evidence?.instancePointer}${missing}`
}

it.each([
  ['12.0.0', 61, 10],
  ['23.0.2', 52, 19],
])(
  'GitHub %s: each finding is confirmed by a second validator, and so is each exchange without one',
  (version, checked, unmatched) => {
    const text = textOf(version)
    const description = describe(parseDocument({ content: text, name: version, file: `${version}.json` }))
    const validate = secondValidator(JSON.parse(text) as GitHub)
    const session = createSession(description, {})
    const router = createRouter(description.operations)
    const [ours, theirs] = [[] as string[], [] as string[]]
    for (const [at, recording] of recordings.entries()) {
      const [exchange] = nock.read(JSON.stringify(recording))
      if (exchange === undefined) throw new Error('no exchange')
      const findings = session.check(exchange)
      const { pathname, search } = new URL(exchange.request.url)
      const isUnmatched = router.match(exchange.request.method, pathname + search) === undefined
      const name = `${at} ${recording.method} ${recording.path}`
      for (const what of isUnmatched ? ['undocumented operation'] : findings.map(inWords)) ours.push(`${name}: ${what}`)
      for (const what of validate(recording)) theirs.push(`${name}: ${what}`)
    }
    expect(theirs.length).toBeGreaterThan(10)
    expect(ours.sort()).toEqual(theirs.sort())
    const result = mergeTraffic([session.result()])
    expect(result.counts).toMatchObject({ exchanges: 71, checked, unmatched })
    const { findings } = liveResultOf(result, description, session)
    expect(listed(version)).toEqual(findings.map(rowOf).sort())
  },
)

/** Returns a row of the table in docs/traffic.md. */
function rowOf({ ruleId, severity, site: { operation, part = '', pointer }, message }: Finding): string {
  return `| ${ruleId} | ${severity} | \`${operation} ${part}${pointer === '' ? '' : ` ${pointer}`}\` | ${message} |`
}

function listed(version: string): readonly string[] {
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/traffic.md'), 'utf8')
  const table = docs.slice(docs.indexOf('| check | severity | location |'))
  const [head = '', , ...rows] = table.split('\n').filter((line) => line.startsWith('|'))
  const column = head.split(' | ').findIndex((cell) => cell.startsWith(version))
  return rows
    .filter((row) => row.split(' | ')[column]?.startsWith('×'))
    .map((row) => `${row.split(' | ').slice(0, 4).join(' | ')} |`)
    .sort()
}
