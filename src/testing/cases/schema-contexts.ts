import type { Json, JsonObject } from '../../model/json.ts'

/** Defines and references components of a description. */
interface Components {
  /** Adds a component schema and returns a reference to it. */
  define(name: string, schema: JsonObject): JsonObject
  /** Returns a reference to a component of the same context. */
  ref(name: string): { readonly $ref: string }
}

/** Embeds a schema in another one so that an edit of the inner schema has the same effect on the outer one. */
interface SchemaContext {
  /** The inner schema must be an object that allows undeclared properties, because the context adds some. */
  readonly needsOpenObject?: true
  wrap(inner: JsonObject, components: Components): JsonObject
}

const tagged = (tag: string): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: [tag] } },
})
const holder = (inner: JsonObject): JsonObject => ({ type: 'object', properties: { inner } })
const named = (name: string): JsonObject => ({ type: 'object', properties: { [name]: { type: 'boolean' } } })

/** Returns a `oneOf` or `anyOf` whose branches extend a common base. */
function union(
  keyword: 'oneOf' | 'anyOf',
  base: JsonObject,
  names: readonly string[],
  { define }: Components,
): JsonObject {
  const shared = define('Base', base)
  return { [keyword]: names.map((name) => define(name, { allOf: [shared, named(name)] })) }
}

function taggedUnion(inner: JsonObject, mapping: readonly string[], { define, ref }: Components): JsonObject {
  const base = define('Base', { ...holder(inner), required: ['kind'] })
  const oneOf = ['cat', 'dog'].map((name) => define(name, { allOf: [base, tagged(name)] }))
  const entries = mapping.map((name) => [name, ref(name).$ref])
  return {
    oneOf,
    discriminator: { propertyName: 'kind', ...(mapping.length > 0 && { mapping: Object.fromEntries(entries) }) },
  }
}

/** Contexts that change only the location of an edit, not its effect. */
export const schemaContexts: Readonly<Record<string, SchemaContext>> = {
  'a component': { wrap: (inner, { define }) => define('Inner', inner) },
  'a chain of three $refs': { wrap: (inner, { define }) => define('A', define('B', define('C', inner))) },
  'allOf of one': { wrap: (inner) => ({ allOf: [inner] }) },
  'allOf beside a description': {
    wrap: (inner, { define }) => ({ description: 'text', allOf: [define('Inner', inner)] }),
  },
  'oneOf of one': { wrap: (inner) => ({ oneOf: [inner] }) },
  'an optional property': { wrap: holder },
  'a required property': { wrap: (inner) => ({ ...holder(inner), required: ['inner'] }) },
  'a property that another part requires': { wrap: (inner) => ({ allOf: [holder(inner), { required: ['inner'] }] }) },
  'a list': { wrap: (items) => ({ type: 'array', items }) },
  'a map': { wrap: (additionalProperties) => ({ type: 'object', additionalProperties }) },
  'a recursive schema': {
    wrap: (inner, { define, ref }) => define('Node', { type: 'object', properties: { inner, next: ref('Node') } }),
  },
  'a recursive union': {
    wrap: (inner, { define, ref }) => {
      const leaf = { type: 'object', required: ['leaf'], properties: { leaf: inner }, additionalProperties: false }
      return define('Tree', { oneOf: [leaf, { type: 'array', items: ref('Tree') }] })
    },
  },
  'the base of two branches': {
    needsOpenObject: true,
    wrap: (inner, components) => union('oneOf', inner, ['cat', 'dog'], components),
  },
  'the base of three branches': {
    needsOpenObject: true,
    wrap: (inner, components) => union('anyOf', inner, ['cat', 'dog', 'fish'], components),
  },
  'a property of a shared base': {
    wrap: (inner, components) => union('oneOf', holder(inner), ['cat', 'dog'], components),
  },
  'a base of the shared base': {
    wrap: (inner, components) => {
      const root = components.define('Root', holder(inner))
      return union('oneOf', { allOf: [root, named('animal')] }, ['cat', 'dog'], components)
    },
  },
  'a shared base beside another one': {
    wrap: (inner, { define }) => {
      const [base, more] = [define('Base', holder(inner)), define('More', named('more'))]
      return { anyOf: ['cat', 'dog'].map((name) => define(name, { allOf: [base, more, named(name)] })) }
    },
  },
  'a property of every branch': {
    wrap: (inner, { define }) => {
      const shared = define('Shared', inner)
      return {
        oneOf: ['cat', 'dog'].map((name) =>
          define(name, { type: 'object', properties: { inner: shared, [name]: {} } }),
        ),
      }
    },
  },
  'a discriminator': { wrap: (inner, components) => taggedUnion(inner, [], components) },
  'a discriminator with a mapping': { wrap: (inner, components) => taggedUnion(inner, ['cat', 'dog'], components) },
  'one branch of a tagged union': {
    wrap: (inner) => {
      const { properties, ...rest } = tagged('a')
      return { oneOf: [{ ...rest, properties: { ...Object(properties), inner } }, tagged('b')] }
    },
  },
  'a union in a union': {
    wrap: (inner, components): JsonObject => ({
      anyOf: [
        { oneOf: [union('oneOf', holder(inner), ['cat', 'dog'], components), { type: 'array', items: {} }] },
        { type: 'boolean' },
      ],
    }),
  },
  'a union of lists and objects': {
    wrap: (inner, { define }) => {
      const items = define('Inner', inner)
      const branches: Json[] = [
        { type: 'array', minItems: 1, items },
        { type: 'object', properties: { list: { type: 'array', items } } },
      ]
      return { anyOf: branches }
    },
  },
  'a base beside oneOf': {
    wrap: (inner, { define }) => ({ allOf: [define('Base', holder(inner))], oneOf: [tagged('a'), tagged('b')] }),
  },
  'properties beside anyOf': {
    wrap: (inner) => ({ ...holder(inner), anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
  },
}

/** Returns a schema within contexts, the first one innermost, and the components that they define. */
export function inContexts(
  names: readonly string[],
  inner: JsonObject,
): { readonly schema: JsonObject; readonly schemas: Readonly<Record<string, Json>> } {
  const schemas: Record<string, Json> = {}
  const schema = names.reduce((within, name, depth) => {
    const ref = (id: string) => ({ $ref: `#/components/schemas/${id}${depth + 1}` })
    const define = (id: string, value: JsonObject) => {
      schemas[`${id}${depth + 1}`] = value
      return ref(id)
    }
    return schemaContexts[name]?.wrap(within, { define, ref }) ?? within
  }, inner)
  return { schema, schemas }
}
