// Creates an equivalent copy in which every object has a different text, so that comparing texts can't detect equality.

const mark = 'x-bench'

/** Kind of object → member → kind of its value: an object, `map:` or `list:` for collections, `any:` for either. */
const shapes = {
  root: {
    paths: 'map:pathItem',
    webhooks: 'map:pathItem',
    components: 'components',
    definitions: 'map:schema',
    parameters: 'map:parameter',
    responses: 'map:response',
  },
  components: {
    schemas: 'map:schema',
    responses: 'map:response',
    parameters: 'map:parameter',
    requestBodies: 'map:body',
    headers: 'map:parameter',
    callbacks: 'map:callback',
    pathItems: 'map:pathItem',
  },
  pathItem: {
    parameters: 'list:parameter',
    ...Object.fromEntries(
      ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map((key) => [key, 'operation']),
    ),
  },
  operation: {
    parameters: 'list:parameter',
    requestBody: 'body',
    responses: 'map:response',
    callbacks: 'map:callback',
  },
  // In Swagger 2.0, parameters contain schema keywords directly.
  parameter: { schema: 'schema', content: 'map:mediaType', items: 'schema' },
  body: { content: 'map:mediaType' },
  response: { schema: 'schema', headers: 'map:parameter', content: 'map:mediaType' },
  mediaType: { schema: 'schema' },
  schema: {
    ...Object.fromEntries(
      ['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas'].map((key) => [key, 'map:schema']),
    ),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, 'list:schema'])),
    ...Object.fromEntries(
      ['additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].map((key) => [key, 'schema']),
    ),
    items: 'any:schema',
  },
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks a parsed description in place and returns the number of marked objects. */
export function markAll(description) {
  let marks = 0
  const visit = (node, kind) => {
    const [, many, one] = /^(?:(map|list|any):)?(.+)$/.exec(kind)
    if (many === 'list' || (many === 'any' && Array.isArray(node))) {
      if (Array.isArray(node)) for (const item of node) visit(item, one)
      return
    }
    if (!isObject(node)) return
    if (many === 'map') {
      for (const key of Object.keys(node)) if (!key.startsWith('x-')) visit(node[key], one)
      return
    }
    if (one === 'callback') return visit(node, 'map:pathItem')
    for (const [key, child] of Object.entries(shapes[one])) if (Object.hasOwn(node, key)) visit(node[key], child)
    if (one !== 'root' && one !== 'components') {
      node[mark] = 1
      marks++
    }
  }
  visit(description, 'root')
  return marks
}
