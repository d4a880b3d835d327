// Generates the reference part of docs/config.md from the JSON Schema of the config.
import { anchorOf } from './cli-page.mjs'
import { generated, page, table } from './markdown.mjs'

/** Renders a table of keys for the file and for each object in it. */
export function configPage(schema) {
  const sections = []
  walk(schema, '', sections)
  return page(
    generated.replace('Do not edit.', 'Down to the mark; do not edit.'),
    '# Configuration',
    'After reading this page you can look up every key of `specdrift.config.{ts,mts,cts,mjs,cjs,js,json,yaml,yml}`. [How the config is read](#how-the-config-is-read) explains precedence.',
    table(
      ['object', 'meaning'],
      sections.map(({ path, meaning }) => [`[\`${path || 'the file'}\`](#${anchorOf(titleOf(path))})`, meaning]),
    ),
    ...sections.map(({ path, rows }) =>
      page(`## ${titleOf(path)}`, table(['key', 'value', 'meaning'], rows)).trimEnd(),
    ),
  )
}

const titleOf = (path) => (path === '' ? 'Keys of the file' : `Keys of ${path.replace(/^\S+/, '`$&`')}`)

function walk(schema, path, sections, meaning = 'the config file') {
  for (const { node, type } of objectsOf(schema)) {
    const { properties, additionalProperties, required = [] } = node
    const own = type === undefined ? path : `${path} of type ${type}`
    if (properties !== undefined && sections.every((section) => section.path !== own)) {
      sections.push({
        path: own,
        meaning,
        rows: Object.entries(properties).map(([key, child]) => [
          `\`${key}\`${required.includes(key) ? ' (required)' : ''}`,
          kindOf(child),
          child.description ?? (child.const === undefined ? '' : 'Kind of the entry.'),
        ]),
      })
      for (const [key, child] of Object.entries(properties)) walk(child, join(path, key), sections, child.description)
    }
    if (additionalProperties instanceof Object)
      walk(additionalProperties, join(path, `<${nameOf(path)}>`), sections, meaning)
  }
}

const nameOf = (path) => ({ apis: 'api', rules: 'id' })[path] ?? 'name'
const join = (path, key) => (path === '' ? key : `${path}.${key}`)

/** Returns the object schemas in a schema, including those of arrays and alternatives. `type` distinguishes alternatives. */
function objectsOf(schema) {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (alternatives.length > 0) return alternatives.flatMap(objectsOf)
  if (schema.items instanceof Object) return objectsOf(schema.items)
  if (schema.properties === undefined && !(schema.additionalProperties instanceof Object)) return []
  return [{ node: schema, type: schema.properties?.type?.const }]
}

function kindOf(schema) {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (alternatives.length > 0) return [...new Set(alternatives.map(kindOf))].join(' or ')
  if (schema.type === 'array') return schema.items instanceof Object ? `list of ${kindOf(schema.items)}` : 'list'
  if (schema.type === 'object' && schema.additionalProperties instanceof Object) return 'object by name'
  if (schema.not !== undefined) return 'function'
  const bounds = [
    schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER ? `from ${schema.minimum}` : '',
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? `to ${schema.maximum}` : '',
  ]
  return [schema.type ?? 'any value', ...bounds].filter(Boolean).join(' ')
}
