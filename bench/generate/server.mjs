// A loopback server with resources. It validates requests and conforms to its contract except for planted faults.
import { createServer } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { faults } from './faults.mjs'

/** The accepted bearer token. */
export const token = 'bench-token'

/** Creates the OpenAPI 3.1 description of the resources. */
export function contractOf(resources, url) {
  const paths = {}
  for (const { noun, operations } of resources) {
    for (const { method, path, parameters, requestBody, responses, operationId, security } of operations) {
      paths[path] ??= {}
      paths[path][method] = {
        operationId,
        tags: [noun],
        ...(parameters && { parameters }),
        ...(requestBody && { requestBody }),
        ...(security && { security }),
        responses,
      }
    }
  }
  const schemas = Object.assign({}, ...resources.map((one) => one.schemas), {
    Problem: {
      type: 'object',
      properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
      required: ['title', 'status'],
      additionalProperties: false,
    },
  })
  const components = { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
  const info = { title: 'Faulty', version: '1.0.0' }
  return JSON.parse(
    JSON.stringify({ openapi: '3.1.0', info, servers: [{ url }], security: [{ bearer: [] }], paths, components }),
  )
}

/** Starts the service: `{ url, contract, calls(), close() }`. */
export async function serve() {
  const resources = faults.flatMap((fault) => fault.resources)
  let calls = 0
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      calls++
      const result = handle(routes, request, Buffer.concat(chunks).toString())
      if (result.breaks === true) return request.socket.destroy()
      send(response, result)
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${server.address().port}`
  const contract = contractOf(resources, url)
  const routes = routesOf(resources, contract)
  return { url, contract, calls: () => calls, close: () => server.close() }
}

function send(response, { status, headers = {}, body, text, type }) {
  if (body === undefined && text === undefined) return response.writeHead(status, headers).end()
  const media = type ?? (status >= 400 ? 'application/problem+json' : 'application/json')
  response.writeHead(status, { 'content-type': media, ...headers }).end(text ?? JSON.stringify(body))
}

function routesOf(resources, contract) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false })
  addFormats.default(ajv)
  ajv.addSchema(contract, 'contract')
  const compiled = (schema) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')))
  return resources.flatMap(({ operations }) =>
    operations.map((operation) => ({
      ...operation,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
      checks: (operation.parameters ?? []).map((parameter) => ({ ...parameter, validate: compiled(parameter.schema) })),
      validate: operation.requestBody && compiled(operation.requestBody.content['application/json'].schema),
    })),
  )
}

function handle(routes, request, raw) {
  const url = new URL(request.url, 'http://service')
  const at = routes.filter(({ pattern }) => pattern.test(url.pathname))
  if (at.length === 0) return refusal(404, 'Not Found')
  // Literal paths take precedence over parameters.
  const found = at.filter(({ method }) => method === request.method.toLowerCase()).sort((a, b) => braces(a) - braces(b))
  const route = found[0]
  if (route === undefined) {
    const [first] = at.toSorted((a, b) => braces(a) - braces(b))
    const methods = at.filter(({ path }) => path === first.path).map(({ method }) => method.toUpperCase())
    const allow = methods.join(', ')
    return { ...refusal(405, 'Method Not Allowed'), headers: { allow } }
  }
  const isKnown = request.headers.authorization === `Bearer ${token}`
  if (!isKnown && route.isOpen !== true) return route.refuses?.(401) ?? refusal(401, 'Unauthorized')
  const read = readRequest(route, url, request, raw)
  if (read.refused !== undefined) return route.refuses?.(read.refused.status, read) ?? read.refused
  return route.respond(read)
}

const braces = ({ path }) => path.split('{').length

function refusal(status, title, detail) {
  return { status, body: { title, status, ...(detail && { detail }) } }
}

function readRequest(route, url, request, raw) {
  const id = decode(route.pattern.exec(url.pathname)[1])
  const parameters = { query: {}, header: {} }
  const violations = []
  for (const check of route.checks) {
    const { name, in: where, schema, required, validate } = check
    if (where === 'path') continue
    const text = where === 'query' ? fromQuery(check, url.searchParams) : request.headers[name.toLowerCase()]
    if (text === undefined) {
      if (required) violations.push({ name, keyword: 'required', where })
      continue
    }
    const value = typed(text, schema)
    parameters[where][name] = value
    if (!validate(value)) for (const error of validate.errors) violations.push({ name, where, keyword: error.keyword })
  }
  const known = new Set(route.checks.filter((one) => one.in === 'query').map(({ name }) => name))
  for (const name of url.searchParams.keys()) {
    const [base] = name.split('[')
    if (!known.has(base)) violations.push({ name, where: 'query', keyword: 'unknown' })
  }
  const read = { id, query: parameters.query, headers: parameters.header, raw }
  if (route.validate !== undefined) {
    const type = (request.headers['content-type'] ?? '').split(';')[0].trim()
    if (type !== 'application/json') return { ...read, refused: refusal(415, 'Unsupported Media Type') }
    try {
      read.body = JSON.parse(raw)
    } catch {
      return { ...read, isMalformed: true, refused: refusal(400, 'Bad Request', 'The body is not JSON.') }
    }
    if (!route.validate(read.body)) {
      for (const error of route.validate.errors) {
        const name = error.params.missingProperty ?? error.params.additionalProperty ?? error.instancePath.split('/')[1]
        violations.push({ name, where: 'body', keyword: error.keyword })
      }
    }
  }
  const held = violations.filter((violation) => !route.lets(violation))
  if (held.length === 0) return read
  const [{ name, keyword }] = held
  return { ...read, violations: held, refused: refusal(422, 'Unprocessable Content', `${name}: ${keyword}`) }
}

function fromQuery({ name, schema, style }, search) {
  if (style === 'deepObject') {
    const parts = [...search].filter(([key]) => key.startsWith(`${name}[`))
    if (parts.length === 0) return undefined
    return Object.fromEntries(parts.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
  }
  const all = search.getAll(name)
  if (all.length === 0) return undefined
  if (schema.type !== 'array') return all[0]
  return style === 'pipeDelimited' ? all[0].split('|') : all
}

/** Converts a string to the type of the schema if possible. `lets` may accept the string as it is. */
function typed(text, schema) {
  if (Array.isArray(text)) return text.map((one) => typed(one, schema.items ?? {}))
  if (typeof text === 'object') {
    return Object.fromEntries(
      Object.entries(text).map(([name, one]) => [name, typed(one, schema.properties?.[name] ?? {})]),
    )
  }
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  if (['integer', 'number'].includes(schema.type) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text
}

function decode(text) {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return text
  }
}
