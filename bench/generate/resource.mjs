// Resources of a service that conforms to its contract, as hosts for the faults.

const problem = { $ref: '#/components/schemas/Problem' }
const refusal = (description) => ({ description, content: { 'application/problem+json': { schema: problem } } })
const refusals = {
  400: refusal('The request cannot be read.'),
  401: refusal('Without a valid token.'),
  415: refusal('The body is of another media type.'),
  422: refusal('The request is invalid.'),
}

/** Properties of every resource; a fault may add others. */
const properties = {
  id: { type: 'string', readOnly: true },
  name: { type: 'string', minLength: 1, maxLength: 40 },
  amount: { type: 'integer', minimum: 0, maximum: 10_000 },
  active: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5 },
  createdAt: { type: 'string', format: 'date-time', readOnly: true },
}
const required = ['id', 'name', 'amount', 'active', 'tags', 'createdAt']

/**
 * Creates the operations of a resource: `list`, `create`, `read`, `replace`, `edit`, `remove`, `search`, limited by `only`. `query` and `headers`
 * add parameters to the list, and `item` adds properties. `on[action]` may override the response. `lets[action]` names the invalid requests that
 * are accepted.
 */
export function resource(noun, { only, query = [], item = {}, needs = [], on = {}, lets = {}, responses = {} } = {}) {
  const singular = noun.replace(/s$/, '')
  const name = singular[0].toUpperCase() + singular.slice(1)
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: { ...properties, ...item },
    required: [...required, ...needs],
  }
  const written = Object.entries(schema.properties).filter(([, { readOnly }]) => !readOnly)
  const input = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(written),
    required: ['name', 'amount', ...needs.filter((one) => one in item)],
  }
  const one = { $ref: `#/components/schemas/${name}` }
  const store = new Map(
    [1, 2, 3].map((at) => {
      const id = `${singular}-${at}${hash(noun + at)}`
      return [
        id,
        { ...defaults(item, needs), id, name: `${name} ${at}`, amount: at, active: true, tags: [], createdAt: seeded },
      ]
    }),
  )
  const ok = (content, extra = {}) => ({
    description: 'ok',
    content: { 'application/json': { schema: content } },
    ...extra,
  })
  const byId = { name: `${singular}Id`, in: 'path', required: true, schema: { type: 'string' } }
  const body = {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}Input` } } },
  }
  const gone = { status: 404, body: { title: 'Not Found', status: 404, detail: `There is no such ${singular}.` } }
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }
  const made = (id, fields, before) => ({
    active: true,
    tags: [],
    ...before,
    ...fields,
    id,
    createdAt: before?.createdAt ?? seeded,
  })
  const filled = (filter) =>
    [...store.values()].reverse().filter((held) => filter.active === undefined || held.active === filter.active)

  const actions = {
    list: {
      method: 'get',
      path: `/${noun}`,
      parameters: [limit, { name: 'active', in: 'query', schema: { type: 'boolean' } }, ...query],
      responses: { 200: ok({ type: 'array', items: one }) },
      respond: ({ query }) => ({ status: 200, body: filled(query).slice(0, query.limit ?? 20) }),
    },
    create: {
      method: 'post',
      path: `/${noun}`,
      requestBody: body,
      responses: {
        201: ok(one, {
          headers: { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } },
        }),
      },
      respond: ({ body }) => {
        const id = `${singular}-${hash(`${noun}${store.size}${next++}`)}`
        const created = made(id, body, defaults(item, needs))
        store.set(id, created)
        return { status: 201, headers: { location: `/${noun}/${id}` }, body: created }
      },
    },
    search: {
      method: 'post',
      path: `/${noun}/search`,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              additionalProperties: false,
              properties: {
                active: { type: 'boolean' },
                words: { type: 'array', items: { type: 'string' }, maxItems: 5 },
              },
            },
          },
        },
      },
      responses: {
        200: ok({ type: 'object', properties: { items: { type: 'array', items: one } }, required: ['items'] }),
      },
      respond: ({ body }) => ({ status: 200, body: { items: filled(body).slice(0, 20) } }),
    },
    read: {
      method: 'get',
      path: `/${noun}/{${singular}Id}`,
      parameters: [byId],
      responses: { 200: ok(one), 404: refusal('Unknown.') },
      respond: ({ id }) => (store.has(id) ? { status: 200, body: store.get(id) } : gone),
    },
    replace: {
      method: 'put',
      path: `/${noun}/{${singular}Id}`,
      parameters: [byId],
      requestBody: body,
      responses: { 200: ok(one), 404: refusal('Unknown.') },
      respond: ({ id, body }) => {
        if (!store.has(id)) return gone
        store.set(id, made(id, body, { ...defaults(item, needs), createdAt: store.get(id).createdAt }))
        return { status: 200, body: store.get(id) }
      },
    },
    edit: {
      method: 'patch',
      path: `/${noun}/{${singular}Id}`,
      parameters: [byId],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { ...input, required: undefined } } },
      },
      responses: { 200: ok(one), 404: refusal('Unknown.') },
      respond: ({ id, body }) => {
        if (!store.has(id)) return gone
        store.set(id, made(id, body, store.get(id)))
        return { status: 200, body: store.get(id) }
      },
    },
    remove: {
      method: 'delete',
      path: `/${noun}/{${singular}Id}`,
      parameters: [byId],
      responses: { 204: { description: 'Deleted.' }, 404: refusal('Unknown.') },
      respond: ({ id }) => (store.delete(id) ? { status: 204 } : gone),
    },
  }
  const operations = Object.entries(actions)
    .filter(([action]) => only === undefined || only.includes(action))
    .map(([action, { respond, responses: documented, ...described }]) => ({
      ...described,
      operationId: `${action}${name}`,
      responses: { ...refusals, ...documented, ...responses[action] },
      lets: lets[action] ?? (() => false),
      respond: (request) => on[action]?.({ ...request, store, normal: () => respond(request) }) ?? respond(request),
    }))
  return { noun, operations, schemas: { [name]: schema, [`${name}Input`]: input } }
}

let next = 0
const seeded = '2026-01-31T12:00:00Z'

function hash(text) {
  let value = 7
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) % 1_679_616
  return value.toString(36)
}

function defaults(item, needs) {
  const samples = { string: 'text', integer: 1, number: 1, boolean: true, array: [], object: {} }
  return Object.fromEntries(
    needs
      .filter((name) => name in item)
      .map((name) => [name, item[name].enum?.[0] ?? samples[[item[name].type].flat()[0]]]),
  )
}
