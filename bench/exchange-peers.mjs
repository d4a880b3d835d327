// Validators of responses, each behind one shape: `prepare(description)` gives `judge({ status, headers, body })`, which
// answers true for an answer it accepts, false for one it refuses, undefined for one it does not look at, and throws where it fails.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const home = join(import.meta.dirname, 'node_modules')

/** The operation of a case, and its `responses`; every case has one path. */
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
  return (answer) => validator.validateResponse(answer.status, parsed(answer)) === undefined
}

/** The engine of jest-openapi, chai-openapi-response-validator and vitest-openapi, without the matcher around it. */
function openapiValidator(description) {
  const { makeApiSpec, makeResponse } = require('openapi-validator')
  const spec = makeApiSpec(description)
  return (answer) => {
    const data = parsed(answer) ?? ''
    const { method = 'GET', path = '/things' } = answer
    const response = makeResponse({ status: answer.status, data, request: { method, path } })
    return spec.validateResponse(response) === null
  }
}

async function prism(description) {
  const { getHttpOperationsFromSpec } = require('@stoplight/prism-http')
  const { validateOutput } = require(join(home, '@stoplight/prism-http/dist/validator/index.js'))
  const [resource] = await getHttpOperationsFromSpec(description)
  return (answer) => {
    const element = { statusCode: answer.status, headers: answer.headers, body: parsed(answer) }
    return validateOutput({ resource, element })._tag === 'Right'
  }
}

/** ajv as its documentation begins, OpenAPI's words allowed: the schema of the JSON body and nothing else. */
function bareAjv(description) {
  const is31 = /^3\.[12]/.test(description.openapi ?? '')
  const Ajv = require(is31 ? 'ajv/dist/2020.js' : 'ajv').default
  const addFormats = require('ajv-formats').default
  const ajv = addFormats(new Ajv({ strict: false, logger: false }))
  const { definitions, components } = description
  const validators = new Map()
  return (answer) => {
    const { responses } = operationOf(description)
    const response = responses[answer.status]
    const schema = response?.schema ?? response?.content?.['application/json']?.schema
    const body = parsed(answer)
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

/** The peers that are installed, each `{ name, version, prepare }`. */
export function exchangePeers() {
  return known.flatMap(([name, folder, prepare]) => {
    const file = join(home, folder, 'package.json')
    return existsSync(file) ? [{ name, version: JSON.parse(readFileSync(file, 'utf8')).version, prepare }] : []
  })
}
