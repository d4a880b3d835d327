// Derives the expected findings for a service of one build and the contract of another, from the differences between
// the two snapshots and the exchanges. Uses none of specdrift's own comparison or checks.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'

export function readSnapshot(build) {
  const file = fileURLToPath(new URL(`../specs/lending/${build}.yaml`, import.meta.url))
  return load(readFileSync(file, 'utf8'))
}

/**
 * Returns the expected findings of a run, as strings. `usual` contains the responses to the same requests from a
 * service that has the contract's build.
 */
export function expectedOfBuilds(contract, build, exchanges, usual) {
  const expected = exchanges.flatMap((exchange) => {
    const operation = exchange.operation ?? operationAt(contract, exchange)
    if (operation === undefined) return []
    const inContract = find(contract, operation)
    const inBuild = find(build, operation)
    if (inContract === undefined) return []
    const status = exchange.sent.status
    const isUnusual = usual[keyOf(exchange)]?.includes(status) === false
    const isKnown = inBuild !== undefined && fitsRequest(build, inBuild, exchange)
    const isOtherwise = isKnown !== fitsRequest(contract, inContract, exchange)
    const unmet = isUnusual && isOtherwise ? [`expectation-failed at ${operation}`] : []
    if (inBuild === undefined || status >= 300) return unmet
    const [promised, kept] = [contract, build].map((root) => responseOf(root, find(root, operation), status))
    const pairs = differing(
      { root: contract, schema: promised },
      { root: build, schema: kept },
      JSON.parse(exchange.sent.body),
    )
    return [...unmet, ...pairs.map(([rule, location]) => `${rule} at ${operation} ${location}`)]
  })
  return [...new Set(expected)]
}

/** Identifies a request regardless of generated ids. */
export function keyOf({ method, target, body }) {
  return `${method} ${target} ${body}`.replace(
    /\b(sub|loan|application|redraw|rollover|transaction|webhook)-\d+/g,
    '$1-#',
  )
}

function find(root, operation) {
  const [method, path] = operation.split(' ')
  const item = root.paths[path]
  const own = item?.[method.toLowerCase()]
  return own && { path, ...own, parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])] }
}

/** Finds the operation of a request that is unknown to the build. */
function operationAt(root, { method, target }) {
  const [path] = target.split('?')
  const templates = Object.keys(root.paths).filter((template) => valuesOf(template, path) !== undefined)
  const template = templates.sort((a, b) => a.split('{').length - b.split('{').length)[0]
  const key = template && `${method} ${template}`
  return key !== undefined && find(root, key) !== undefined ? key : undefined
}

/** Returns the path parameters by name, if the path matches the template. */
function valuesOf(template, path) {
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match === null ? undefined : { ...match.groups }
}

function responseOf(root, operation, status) {
  return resolve(root, operation.responses[status]).content?.['application/json']?.schema ?? {}
}

/** Follows the reference of a node. */
export function resolve(root, node) {
  if (node?.$ref === undefined) return node
  return resolve(
    root,
    node.$ref
      .slice(2)
      .split('/')
      .reduce((within, token) => within[token], root),
  )
}

/** Returns a schema and its `allOf` members, with references followed. */
function partsOf({ root, schema }) {
  const own = resolve(root, schema ?? {})
  return [own, ...(own.allOf ?? []).flatMap((part) => partsOf({ root, schema: part }))]
}

/** Merges the parts of a schema. */
function read(view) {
  const parts = partsOf(view)
  return {
    isNullable: parts.some(({ nullable }) => nullable === true),
    values: parts.find((part) => part.enum !== undefined)?.enum,
    required: parts.flatMap(({ required }) => required ?? []),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    items: parts.find(({ items }) => items !== undefined)?.items,
  }
}

/** Returns the violations of the first schema that the second allows, as pairs of check and pointer. */
function differing(promised, kept, value, pointer = '') {
  const [here, there] = [read(promised), read(kept)]
  if (value === null) return there.isNullable && !here.isNullable ? [['null-conformance', pointer]] : []
  if (Array.isArray(value)) {
    const [one, two] = [
      { ...promised, schema: here.items },
      { ...kept, schema: there.items },
    ]
    return value.flatMap((item) => differing(one, two, item, `${pointer}/*`))
  }
  if (typeof value !== 'object') {
    const isForeign = here.values?.includes(value) === false && there.values?.includes(value) !== false
    return isForeign ? [['enum-conformance', pointer]] : []
  }
  const missing = here.required.filter((name) => !there.required.includes(name) && !(name in value))
  const names = Object.keys(value)
  const extra = names.filter((name) => !(name in here.properties) && name in there.properties)
  const common = names.filter((name) => name in here.properties && name in there.properties)
  return [
    ...missing.map((name) => ['required-conformance', `${pointer}/${name}`]),
    ...extra.map((name) => ['undocumented-property', `${pointer}/${name}`]),
    ...common.flatMap((name) => {
      const [one, two] = [here, there].map(({ properties }) => properties[name])
      return differing({ ...promised, schema: one }, { ...kept, schema: two }, value[name], `${pointer}/${name}`)
    }),
  ]
}

/** Whether a request matches an operation of a description, considering only the features in which builds differ. */
function fitsRequest(root, { path, parameters, requestBody }, { target, body }) {
  const url = new URL(target, 'http://localhost')
  const given = { path: valuesOf(path, url.pathname) ?? {}, query: Object.fromEntries(url.searchParams) }
  const fitting = parameters.every((each) => {
    const parameter = resolve(root, each)
    const value = given[parameter.in]?.[parameter.name]
    return value === undefined || fits({ root, schema: parameter.schema }, value)
  })
  const media = resolve(root, requestBody)?.content?.['application/json']
  const sent = readJson(body)
  return fitting && (media === undefined || sent === undefined || fits({ root, schema: media.schema }, sent))
}

/** Returns undefined for a missing or non-JSON body. Builds treat both in the same way. */
function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function fits(view, value) {
  const { isNullable, values, required, properties, items } = read(view)
  if (value === null) return isNullable
  // It doesn't matter which branch matches, because the builds differ only in values that no branch accepts.
  const branches = partsOf(view).flatMap(({ oneOf }) => (oneOf === undefined ? [] : [oneOf]))
  if (!branches.every((each) => each.some((schema) => fits({ ...view, schema }, value)))) return false
  if (values?.includes(value) === false) return false
  if (partsOf(view).some(({ format }) => format === 'uuid') && !uuid.test(value)) return false
  if (Array.isArray(value)) return value.every((item) => fits({ ...view, schema: items }, item))
  if (typeof value !== 'object') return true
  if (required.some((name) => !(name in value))) return false
  return Object.entries(value).every(
    ([name, member]) => !(name in properties) || fits({ ...view, schema: properties[name] }, member),
  )
}
