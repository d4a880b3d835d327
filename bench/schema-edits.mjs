// Edits of one schema, as a developer would make them. A function returns false if it doesn't apply.
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const unions = ['oneOf', 'anyOf']

function nameOf(properties, random) {
  const names = Object.keys(properties ?? {})
  return names[Math.floor(random() * names.length)]
}

/** Edits by kind: `(schema, random, { is31 }) => boolean` changes the schema in place. */
export const schemaEdits = {
  'enum narrowed': (schema) => {
    if (!Array.isArray(schema.enum) || schema.enum.length < 2) return false
    schema.enum = schema.enum.slice(1)
    return true
  },
  'enum widened': (schema) => {
    if (!Array.isArray(schema.enum) || typeof schema.enum[0] !== 'string') return false
    schema.enum = [...schema.enum, 'specdrift-added']
    return true
  },
  'type changed': (schema) => {
    if (schema.enum !== undefined || !['string', 'boolean'].includes(schema.type)) return false
    for (const key of ['format', 'pattern', 'minLength', 'maxLength', 'default', 'example']) delete schema[key]
    schema.type = 'integer'
    return true
  },
  'type widened': (schema) => {
    if (schema.type !== 'integer') return false
    schema.type = 'number'
    delete schema.format
    return true
  },
  'property required': (schema, random) => {
    const name = nameOf(schema.properties, random)
    if (name === undefined || schema.properties[name].readOnly || schema.required?.includes(name)) return false
    schema.required = [...(schema.required ?? []), name]
    return true
  },
  'property optional': (schema) => {
    if (!Array.isArray(schema.required) || schema.required.length === 0) return false
    schema.required = schema.required.slice(1)
    if (schema.required.length === 0) delete schema.required
    return true
  },
  'property added': (schema) => {
    if (!isObject(schema.properties)) return false
    schema.properties = { ...schema.properties, specdriftAdded: { type: 'string' } }
    return true
  },
  'property removed': (schema, random) => {
    const name = nameOf(schema.properties, random)
    if (name === undefined || schema.required?.includes(name)) return false
    delete schema.properties[name]
    return true
  },
  nullable: (schema, _random, { is31 }) => {
    if (typeof schema.type !== 'string' || schema.enum !== undefined || schema.nullable) return false
    if (is31) schema.type = [schema.type, 'null']
    else schema.nullable = true
    return true
  },
  'upper bound': (schema) => {
    if (schema.type === 'string' && schema.enum === undefined && schema.maxLength === undefined) schema.maxLength = 7
    else if (['integer', 'number'].includes(schema.type) && schema.maximum === undefined) schema.maximum = 7
    else return false
    return true
  },
  pattern: (schema) => {
    if (
      schema.type !== 'string' ||
      schema.enum !== undefined ||
      schema.format !== undefined ||
      schema.pattern !== undefined
    )
      return false
    schema.pattern = '^[a-z]+$'
    return true
  },
  items: (schema) => {
    if (schema.type !== 'array' || !isObject(schema.items)) return false
    schema.items = schema.items.type === 'boolean' ? { type: 'integer' } : { type: 'boolean' }
    return true
  },
  'number of items': (schema) => {
    if (schema.type !== 'array' || schema.minItems !== undefined) return false
    schema.minItems = 2
    return true
  },
  'undeclared properties': (schema) => {
    if (!isObject(schema.properties) || schema.additionalProperties !== undefined) return false
    schema.additionalProperties = false
    return true
  },
  'branch removed': (schema) => {
    const keyword = unions.find((one) => Array.isArray(schema[one]) && schema[one].length > 1)
    if (keyword === undefined) return false
    schema[keyword] = schema[keyword].slice(1)
    return true
  },
  'branch added': (schema) => {
    const keyword = unions.find((one) => Array.isArray(schema[one]))
    if (keyword === undefined) return false
    schema[keyword] = [...schema[keyword], { type: 'array', items: { type: 'boolean' } }]
    return true
  },
  'part of allOf added': (schema) => {
    if (!Array.isArray(schema.allOf)) return false
    schema.allOf = [
      ...schema.allOf,
      { type: 'object', required: ['specdriftAdded'], properties: { specdriftAdded: { type: 'string' } } },
    ]
    return true
  },
}

/** Returns the schema and all its subschemas, without following references. */
export function schemasIn(schema) {
  if (!isObject(schema)) return []
  const children = [
    ...Object.values(isObject(schema.properties) ? schema.properties : {}),
    ...['allOf', ...unions].flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : [])),
    schema.items,
    schema.additionalProperties,
  ]
  return [schema, ...children.flatMap(schemasIn)]
}
