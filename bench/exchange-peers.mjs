// Response validators with a common interface: `prepare(description)` returns `judge({ status, headers, body })`, which returns true for an
// accepted response, false for a rejected one, undefined for an unchecked one, and throws on failure.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const home = join(import.meta.dirname, 'node_modules')

/** Returns the operation of a case with its `responses`. Every case has one path. */
function operationOf(description) {
  const item = description.paths['/things'] ?? Object.values(description.paths)[0]
  return item.get ?? item.post
}

const isJson = (type) => /\bjson\b/i.test(type ?? '')
const parsed = ({ body, headers }) => {
  if (body === undefined || body === '') return undefined
  return isJson(headers['content-type']) ? JSON.parse(body.replace(/^\uFEFF/, '')) : body
}

function responseValidator(description) {
  const { default: Validator } = require('openapi-response-validator')
  const { definitions, components } = description
  const validator = new Validator({
    responses: operationOf(description).responses,
    ...(definitions && { definitions }),
    ...(components && { components }),
    errorTransformer: undefined,
  })
  return (exchange) => validator.validateResponse(exchange.status, parsed(exchange)) === undefined
}

/** The engine of jest-openapi, chai-openapi-response-validator and vitest-openapi, without the matcher. */
function openapiValidator(description) {
  const { makeApiSpec, makeResponse } = require('openapi-validator')
  const spec = makeApiSpec(description)
  return (exchange) => {
    const data = parsed(exchange) ?? ''
    const { method = 'GET', path = '/things' } = exchange
    const response = makeResponse({ status: exchange.status, data, request: { method, path } })
    return spec.validateResponse(response) === null
  }
}

async function prism(description) {
  const { getHttpOperationsFromSpec } = require('@stoplight/prism-http')
  const { validateOutput } = require(join(home, '@stoplight/prism-http/dist/validator/index.js'))
  const [resource] = await getHttpOperationsFromSpec(description)
  return (exchange) => {
    const element = { statusCode: exchange.status, headers: exchange.headers, body: parsed(exchange) }
    return validateOutput({ resource, element })._tag === 'Right'
  }
}

/** Plain ajv as in its documentation, with OpenAPI keywords allowed. Checks only the schema of the JSON body. */
function bareAjv(description) {
  const is31 = /^3\.[12]/.test(description.openapi ?? '')
  const Ajv = require(is31 ? 'ajv/dist/2020.js' : 'ajv').default
  const addFormats = require('ajv-formats').default
  const ajv = addFormats(new Ajv({ strict: false, logger: false }))
  const { definitions, components } = description
  const validators = new Map()
  return (exchange) => {
    const { responses } = operationOf(description)
    const response = responses[exchange.status]
    const schema = response?.schema ?? response?.content?.['application/json']?.schema
    const body = parsed(exchange)
    if (schema === undefined || body === undefined) return undefined
    const validate = validators.get(schema) ?? ajv.compile({ ...schema, definitions, components })
    validators.set(schema, validate)
    return validate(body)
  }
}

const known = [
  ['openapi-response-validator', 'openapi-response-validator', responseValidator],
  ['jest-openapi', 'jest-openapi', openapiValidator],
  ['prism-http', '@stoplight/prism-http', prism],
  ['bare ajv', 'ajv', bareAjv],
]

/** Returns the installed peers: `{ name, version, prepare }`. */
export function exchangePeers() {
  return known.flatMap(([name, folder, prepare]) => {
    const file = join(home, folder, 'package.json')
    return existsSync(file) ? [{ name, version: JSON.parse(readFileSync(file, 'utf8')).version, prepare }] : []
  })
}
