// Classifies the schemas around a finding, which determine how difficult a proof is.
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'

/** Features to search for, the strongest first. */
export const environment = {
  none: 'not a schema (operation, status, media type, security …)',
  condition: 'not or if',
  closed: 'a closed object around allOf',
  union: 'oneOf or anyOf',
  text: 'pattern or format',
  parameter: 'a parameter',
  plain: 'none of these',
}

const unions = ['oneOf', 'anyOf']
const conditions = ['not', 'if', 'dependentSchemas']
const texts = ['pattern', 'format']

/** Parses a description. */
export function readDescription(file) {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  return file.endsWith('.json') ? JSON.parse(text) : load(text)
}

/** Returns the key of `environment` for a finding. Searches both descriptions, because an edit can add or remove a union. */
export function surroundingsOf(finding, descriptions) {
  if (finding.witness === undefined) return 'none'
  const met = new Set(descriptions.flatMap((description) => [...keywordsAround(finding.site, description)]))
  return Object.keys(environment).find((key) => met.has(key)) ?? (isParameter(finding.site) ? 'parameter' : 'plain')
}

function isParameter({ part = '' }) {
  return /^(?:query|path|header|cookie|form) /.test(part)
}

function keywordsAround(site, description) {
  const met = new Set()
  const top = topOf(site, description)
  if (site.component === undefined) follow(top, site.pointer, description, met)
  else {
    waysTo(site.component, top, description, met)
    follow(at(description, site.component.slice(1)), site.pointer, description, met)
  }
  return met
}

/** Returns the schema of the part that the finding names, before any component. */
function topOf({ operation = '', part = '' }, description) {
  const [method = '', path = ''] = operation.replace(/^(?:webhook|callback) /, '').split(' ')
  const item = resolve(description.paths?.[path] ?? description.webhooks?.[path], description)
  const found = resolve(item?.[method.toLowerCase()], description)
  const [location = '', ...rest] = part.split(' ')
  const name = rest.join(' ')
  if (location === 'body') {
    const body = resolve(found?.requestBody, description)
    return (
      body?.content?.[name]?.schema ?? parameters(found, item, description).find((one) => one.in === 'body')?.schema
    )
  }
  if (isParameter({ part })) {
    const one = parameters(found, item, description).find((each) => each.in === location && each.name === name)
    return one?.schema ?? one
  }
  const response = resolve(found?.responses?.[location], description)
  return response?.content?.[name]?.schema ?? response?.schema
}

function parameters(operation, item, description) {
  return [...(operation?.parameters ?? []), ...(item?.parameters ?? [])].map((one) => resolve(one, description))
}

/** Collects the features from a schema along the pointer, as far as it exists in this description. */
function follow(top, pointer, description, met) {
  let node = resolve(top, description)
  note(node, met)
  for (const step of stepsOf(pointer)) {
    if (unions.includes(step)) met.add('union')
    node = resolve(node?.[step], description)
    if (node === undefined) return
    note(node, met)
  }
  if (texts.some((word) => typeof node?.[word] === 'string')) met.add('text')
}

/** Collects the features on the paths from a schema to a component. */
function waysTo(component, top, description, met) {
  const seen = new Set()
  const walk = (node, under) => {
    if (typeof node !== 'object' || node === null) return
    if (typeof node.$ref === 'string') {
      if (node.$ref === component) for (const word of under) met.add(word)
      const key = `${node.$ref} ${[...under].sort().join()}`
      if (seen.has(key)) return
      seen.add(key)
      walk(at(description, node.$ref.slice(1)), under)
      return
    }
    const here = new Set(under)
    note(node, here)
    for (const value of Object.values(node)) walk(value, here)
  }
  walk(top, new Set())
}

function note(node, met) {
  if (typeof node !== 'object' || node === null) return
  if (unions.some((word) => Array.isArray(node[word]))) met.add('union')
  if (conditions.some((word) => typeof node[word] === 'object')) met.add('condition')
  if (node.additionalProperties === false && Array.isArray(node.allOf)) met.add('closed')
}

function resolve(node, description) {
  let found = node
  for (let hops = 0; typeof found?.$ref === 'string' && hops < 50; hops++) found = at(description, found.$ref.slice(1))
  return found
}

function at(description, pointer) {
  return stepsOf(pointer).reduce((node, step) => resolve(node, description)?.[step], description)
}

function stepsOf(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}
