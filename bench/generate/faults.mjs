// The planted faults. Each has its own resource, so that a reported operation identifies the fault.
import { resource } from './resource.mjs'

const failure = { status: 500, body: { title: 'Internal Server Error', status: 500 } }
const broken = { breaks: true }
const parameter = (name, schema, more = {}) => ({ name, in: 'query', schema, ...more })
const flag = (name) => parameter(name, { type: 'boolean' })
const without = (held, name) => Object.fromEntries(Object.entries(held).filter(([one]) => one !== name))
const change = (result, edit) => ({ ...result, body: edit(structuredClone(result.body)) })
const eachItem = (result, edit) => change(result, (items) => items.map(edit))
const wrongProblem = { status: 422, body: { errors: ['invalid'] } }

/** Plants a fault in the list, for queries that satisfy `when`. */
const list = (parameters, when, then) => ({
  only: ['list', 'create'],
  query: parameters,
  on: { list: (request) => (when(request.query) ? then(request) : undefined) },
})
/** Plants a fault in the list: it accepts requests that the contract forbids. */
const lenient = (parameters, lets) => ({ only: ['list'], query: parameters, lets: { list: lets } })
/** Plants a fault in the creation, for bodies that satisfy `when`. */
const create = (when, then, item = {}, more = {}) => ({
  only: ['create', 'read'],
  item,
  on: { create: (request) => (when(request.body) ? then(request) : undefined) },
  ...more,
})
const accepts = (lets, item = {}) => ({ only: ['create', 'read'], item, lets: { create: lets } })
const refusing = (then, action = 'create') => ({ only: [action], refuses: { [action]: then } })

// [noun, operations that show the fault, kind of violation, how it is planted]
const planted = [
  // Query parameters.
  [
    'invoices',
    'list',
    'server-error',
    list(
      [
        parameter(
          'range',
          {
            type: 'object',
            properties: { min: { type: 'integer' }, max: { type: 'integer' } },
            required: ['min', 'max'],
          },
          { style: 'deepObject', explode: true },
        ),
      ],
      ({ range }) => range !== undefined,
      () => failure,
    ),
  ],
  [
    'orders',
    'list',
    'server-error',
    list(
      [parameter('ids', { type: 'array', items: { type: 'string' }, minItems: 1 })],
      ({ ids }) => ids?.length > 1,
      () => failure,
    ),
  ],
  [
    'parcels',
    'list',
    'server-error',
    list(
      [
        parameter(
          'states',
          { type: 'array', items: { enum: ['open', 'sent', 'lost'] }, minItems: 1 },
          { style: 'pipeDelimited', explode: false },
        ),
      ],
      ({ states }) => states?.length > 1,
      () => failure,
    ),
  ],
  [
    'clients',
    'list',
    'schema',
    list(
      [parameter('fields', { type: 'array', items: { enum: ['id', 'name', 'amount'] }, minItems: 1 })],
      ({ fields }) => fields !== undefined,
      ({ query, normal }) =>
        eachItem(normal(), (held) => Object.fromEntries(query.fields.map((name) => [name, held[name]]))),
    ),
  ],
  [
    'vendors',
    'list',
    'schema',
    list(
      [parameter('include', { type: 'string', enum: ['notes', 'details'] })],
      ({ include }) => include === 'details',
      ({ normal }) => eachItem(normal(), (held) => ({ ...held, tags: null })),
    ),
  ],
  [
    'payments',
    'list',
    'server-error',
    list(
      [parameter('sort', { type: 'string', enum: ['id', 'name', 'amount', 'active', 'createdAt'] })],
      ({ sort }) => sort === 'createdAt',
      () => failure,
    ),
  ],
  [
    'refunds',
    'list',
    'status',
    list(
      [flag('archived'), flag('detailed')],
      ({ archived, detailed }) => archived !== undefined && detailed !== undefined,
      () => ({ status: 409, body: { title: 'Conflict', status: 409 } }),
    ),
  ],
  [
    'ledgers',
    'list',
    'server-error',
    list(
      [flag('open'), parameter('since', { type: 'string', format: 'date' })],
      ({ open, since }) => open === true && since !== undefined,
      () => failure,
    ),
  ],
  [
    'accounts',
    'list',
    'server-error',
    list(
      [],
      ({ limit }) => limit === 100,
      () => failure,
    ),
  ],
  [
    'budgets',
    'list',
    'schema',
    list(
      [],
      ({ limit }) => limit === 1,
      () => ({ status: 200, body: null }),
    ),
  ],
  ['claims', 'list', 'accepted', lenient([], ({ name, keyword }) => name === 'limit' && keyword === 'minimum')],
  ['policies', 'list', 'accepted', lenient([flag('archived')], ({ name }) => name === 'archived')],
  [
    'brokers',
    'list',
    'accepted',
    lenient([parameter('kind', { type: 'string', enum: ['a', 'b'] })], ({ name }) => name === 'kind'),
  ],
  [
    'events',
    'list',
    'schema',
    list(
      [parameter('since', { type: 'string', format: 'date-time' })],
      ({ since }) => since !== undefined,
      ({ normal }) => eachItem(normal(), (held) => ({ ...held, createdAt: '31.01.2026' })),
    ),
  ],
  [
    'sources',
    'list',
    'server-error',
    list(
      [parameter('q', { type: 'string', maxLength: 50 })],
      ({ q }) => /[^\x20-\x7e]/.test(q ?? ''),
      () => failure,
    ),
  ],
  [
    'folders',
    'list',
    'server-error',
    list(
      [parameter('prefix', { type: 'string' })],
      ({ prefix }) => prefix === '',
      () => failure,
    ),
  ],
  [
    'tenants',
    'list',
    'schema',
    {
      only: ['list'],
      query: [{ name: 'X-View', in: 'header', schema: { type: 'string', enum: ['plain', 'full'] } }],
      on: {
        list: ({ headers, normal }) =>
          headers['X-View'] === 'full'
            ? eachItem(normal(), (held) => ({ ...held, amount: String(held.amount) }))
            : undefined,
      },
    },
  ],
  [
    'stores',
    'list',
    'accepted',
    {
      only: ['list'],
      query: [{ name: 'X-Region', in: 'header', required: true, schema: { type: 'string', enum: ['eu', 'us'] } }],
      lets: { list: ({ where }) => where === 'header' },
    },
  ],
  [
    'words',
    'list',
    'accepted',
    lenient([parameter('q', { type: 'string', maxLength: 10 })], ({ name }) => name === 'q'),
  ],
  [
    'codes',
    'list',
    'accepted',
    lenient([parameter('prefix', { type: 'string', pattern: '^[A-Z]{2}$' })], ({ name }) => name === 'prefix'),
  ],
  [
    'pages',
    'list',
    'accepted',
    lenient([parameter('page', { type: 'integer', minimum: 1 })], ({ name }) => name === 'page'),
  ],
  [
    'routes',
    'list',
    'schema',
    { only: ['list'], refuses: { list: ({ violations }) => (violations ? wrongProblem : undefined) } },
  ],
  [
    'ports',
    'list',
    'status',
    {
      only: ['list'],
      refuses: {
        list: ({ violations }) => (violations ? { status: 412, body: { title: 'Failed', status: 412 } } : undefined),
      },
    },
  ],
  [
    'cranes',
    'list',
    'content-type',
    {
      only: ['list'],
      refuses: {
        list: ({ violations }) =>
          violations ? { status: 422, type: 'text/html', text: '<h1>Invalid</h1>' } : undefined,
      },
    },
  ],
  [
    'meters',
    'list',
    'headers',
    {
      only: ['list'],
      headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
      on: {
        list: ({ query, normal }) => ({
          ...normal(),
          headers: { 'x-total': query.active === undefined ? '3' : 'three' },
        }),
      },
    },
  ],
  // Bodies.
  [
    'drafts',
    'create',
    'server-error',
    create(
      ({ note }) => note === null,
      () => failure,
      { note: { type: ['string', 'null'] } },
    ),
  ],
  [
    'baskets',
    'create',
    'server-error',
    create(
      ({ tags }) => tags?.length === 0,
      () => failure,
    ),
  ],
  [
    'bundles',
    'create',
    'connection',
    refusing(({ body }) => (body?.tags?.includes?.(null) || body?.tags === null ? broken : undefined)),
  ],
  [
    'profiles',
    'create',
    'server-error',
    create(
      ({ address }) => address !== undefined,
      () => failure,
      { address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    ),
  ],
  [
    'tickets',
    'create',
    'schema',
    create(
      ({ level }) => level === 'high',
      ({ normal }) => change(normal(), (held) => ({ ...held, level: 'urgent' })),
      { level: { type: 'string', enum: ['low', 'middle', 'high'] } },
    ),
  ],
  [
    'titles',
    'create',
    'server-error',
    create(
      ({ name }) => name.length >= 40,
      () => failure,
    ),
  ],
  [
    'prices',
    'create',
    'schema',
    create(
      ({ amount }) => amount === 10_000,
      ({ normal }) => change(normal(), (held) => ({ ...held, amount: '10000' })),
    ),
  ],
  ['offers', 'create', 'accepted', accepts(({ name, keyword }) => keyword === 'required' && name === 'amount')],
  ['switches', 'create', 'accepted', accepts(({ name, keyword }) => name === 'active' && keyword === 'type')],
  ['forms', 'create', 'accepted', accepts(({ keyword }) => keyword === 'additionalProperties')],
  [
    'groups',
    'create',
    'accepted',
    accepts(({ name, keyword }) => name === 'members' && keyword === 'minItems', {
      members: { type: 'array', items: { type: 'string' }, minItems: 1 },
    }),
  ],
  ['labels', 'create', 'accepted', accepts(({ name, keyword }) => name === 'name' && keyword === 'maxLength')],
  ['grants', 'create', 'schema', refusing(({ violations }) => (violations ? wrongProblem : undefined))],
  [
    'levels',
    'create',
    'server-error',
    refusing(({ violations }) => (violations?.some(({ keyword }) => keyword === 'type') ? failure : undefined)),
  ],
  ['imports', 'create', 'server-error', refusing(({ isMalformed }) => (isMalformed ? failure : undefined))],
  [
    'shapes',
    'create',
    'server-error',
    create(
      ({ area }) => area?.radius !== undefined,
      () => failure,
      {
        area: {
          oneOf: [
            {
              type: 'object',
              properties: { side: { type: 'integer' } },
              required: ['side'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { radius: { type: 'integer' } },
              required: ['radius'],
              additionalProperties: false,
            },
          ],
        },
      },
    ),
  ],
  [
    'leads',
    'create',
    'headers',
    create(
      () => true,
      ({ normal }) => ({ ...normal(), headers: {} }),
    ),
  ],
  [
    'memos',
    'create',
    'schema',
    create(
      ({ note }) => note === undefined,
      ({ normal }) => change(normal(), (held) => without(held, 'createdAt')),
      { note: { type: 'string' } },
    ),
  ],
  [
    'plans',
    'create',
    'status',
    create(
      ({ draft }) => draft === true,
      ({ normal }) => ({ ...normal(), status: 202 }),
      { draft: { type: 'boolean' } },
    ),
  ],
  [
    'teams',
    'create',
    'schema',
    create(
      ({ emails }) => emails?.length > 1,
      ({ normal }) => change(normal(), (held) => ({ ...held, emails: held.emails.map(() => 'nobody') })),
      { emails: { type: 'array', items: { type: 'string', format: 'email' } } },
    ),
  ],
  [
    'notes',
    'create',
    'content-type',
    create(
      ({ name }) => /[^\x20-\x7e]/.test(name),
      ({ normal }) => ({ ...normal(), type: 'text/plain' }),
    ),
  ],
  [
    'keys',
    'create',
    'schema',
    create(
      () => true,
      ({ normal, body }) => change(normal(), (held) => ({ ...held, secret: body.secret ?? 'open' })),
      { secret: { type: 'string', writeOnly: true } },
    ),
  ],
  [
    'reports',
    'create',
    'server-error',
    create(
      ({ nested }) => nested?.parent?.parent !== undefined,
      () => failure,
      { nested: { $ref: '#/components/schemas/Nested' } },
    ),
  ],
  // Faults that appear only with certain ids, after other calls, or in searches.
  [
    'loans',
    'read',
    'stateful',
    {
      only: ['list', 'read'],
      on: {
        read: ({ id, normal }) =>
          /-2/.test(id) ? { status: 404, body: { title: 'Not Found', status: 404 } } : normal(),
      },
    },
  ],
  [
    'cards',
    'read',
    'server-error',
    { only: ['list', 'read'], on: { read: ({ id, store }) => (store.has(id) ? undefined : failure) } },
  ],
  [
    'limits',
    'read',
    'schema',
    {
      only: ['list', 'read'],
      on: { read: ({ id, store }) => (store.has(id) ? undefined : { status: 404, body: { error: 'unknown' } }) },
    },
  ],
  [
    'deeds',
    'read',
    'schema',
    {
      only: ['list', 'read'],
      on: {
        read: ({ id, store, normal }) =>
          store.has(id) ? change(normal(), (held) => ({ ...held, tags: [null] })) : undefined,
      },
    },
  ],
  [
    'assets',
    'read',
    'schema',
    {
      only: ['list', 'read'],
      on: {
        read: ({ id, store, normal }) =>
          store.has(id) ? change(normal(), (held) => ({ ...held, internal: 7 })) : undefined,
      },
    },
  ],
  [
    'wallets',
    'edit',
    'server-error',
    {
      only: ['list', 'edit'],
      on: {
        edit: ({ id, store, body }) =>
          store.has(id) && body.active !== undefined && body.amount === undefined ? failure : undefined,
      },
    },
  ],
  [
    'rates',
    'read,replace',
    'stateful',
    {
      only: ['list', 'read', 'replace'],
      on: {
        replace: ({ id, store, body, normal }) => {
          if (!store.has(id)) return undefined
          const before = store.get(id)
          const result = normal()
          store.set(id, before)
          return change(result, (held) => ({ ...held, ...body }))
        },
      },
    },
  ],
  [
    'jobs',
    'create,read',
    'stateful',
    {
      only: ['create', 'read'],
      on: {
        create: ({ store, normal }) => {
          const result = normal()
          store.delete(result.body.id)
          return result
        },
      },
    },
  ],
  [
    'tasks',
    'create,list',
    'stateful',
    {
      only: ['list', 'create', 'read'],
      on: {
        list: ({ normal, store }) => {
          const all = normal()
          const first = [...store.keys()].slice(0, 3)
          return change(all, (items) => items.filter(({ id }) => first.includes(id)))
        },
      },
    },
  ],
  [
    'tokens',
    'read,remove',
    'stateful',
    {
      only: ['create', 'read', 'remove'],
      on: { remove: ({ id, store }) => (store.has(id) ? { status: 204 } : undefined) },
    },
  ],
  [
    'sheets',
    'remove',
    'status',
    {
      only: ['list', 'remove'],
      on: {
        remove: ({ id, store, normal }) =>
          store.has(id)
            ? { ...normal(), status: 202, body: { title: 'Later', status: 202 }, type: 'application/json' }
            : undefined,
      },
    },
  ],
  [
    'queues',
    'remove',
    'server-error',
    { only: ['create', 'remove'], on: { remove: ({ id, store }) => (store.has(id) ? undefined : failure) } },
  ],
  [
    'audits',
    'search',
    'schema',
    {
      only: ['search'],
      on: {
        search: ({ body, normal }) =>
          body.words !== undefined
            ? change(normal(), ({ items }) => ({ items: items.map((held) => without(held, 'amount')) }))
            : undefined,
      },
    },
  ],
  [
    'proofs',
    'search',
    'server-error',
    { only: ['search'], on: { search: ({ body }) => (body.words?.length === 0 ? failure : undefined) } },
  ],
  // Values that types and patterns without bounds allow.
  [
    'offsets',
    'list',
    'server-error',
    list(
      [parameter('skip', { type: 'integer' })],
      ({ skip }) => skip < 0,
      () => failure,
    ),
  ],
  [
    'counters',
    'list',
    'server-error',
    list(
      [parameter('after', { type: 'integer' })],
      ({ after }) => after > Number.MAX_SAFE_INTEGER,
      () => failure,
    ),
  ],
  [
    'matchers',
    'list',
    'server-error',
    list(
      [parameter('match', { type: 'string', pattern: '^"[a-z]+"$|^\\*$' })],
      ({ match }) => match === '*',
      () => failure,
    ),
  ],
  // Credentials.
  ['vaults', 'list', 'auth', { only: ['list', 'read'], isOpen: ['list'] }],
  [
    'safes',
    'list',
    'status',
    {
      only: ['list'],
      refuses: {
        list: (_, status) => (status === 401 ? { status: 403, body: { title: 'Forbidden', status: 403 } } : undefined),
      },
    },
  ],
]

const nested = {
  type: 'object',
  properties: { label: { type: 'string' }, parent: { $ref: '#/components/schemas/Nested' } },
  additionalProperties: false,
}

/**
 * `{ id, noun, kind, shownBy, resources }`: the planted faults, with the actions that can show them. `kind` is undefined for a resource without a
 * fault.
 */
export const faults = [
  ...planted.map(([noun, shownBy, kind, options]) => ({
    id: `${noun} ${shownBy} ${kind}`,
    noun,
    kind,
    shownBy: shownBy.split(','),
    resources: [made(noun, options)],
  })),
  ...['books', 'shelves', 'readers', 'desks', 'lamps'].map((noun) => ({
    id: noun,
    noun,
    shownBy: [],
    resources: [made(noun, {})],
  })),
]

function made(noun, { refuses = {}, isOpen = [], headers, ...options }) {
  const plain = resource(noun, options)
  const operations = plain.operations.map((operation) => {
    const action = operation.operationId.replace(/[A-Z].*/, '')
    const documented =
      headers && action === 'list' ? { ...operation.responses[200], headers } : operation.responses[200]
    return {
      ...operation,
      action,
      ...(documented && { responses: { ...operation.responses, 200: documented } }),
      isOpen: isOpen.includes(action),
      refuses: (status, read) => refuses[action]?.(read ?? {}, status),
    }
  })
  return {
    ...plain,
    operations,
    schemas: { ...plain.schemas, ...(JSON.stringify(plain.schemas).includes('schemas/Nested') && { Nested: nested }) },
  }
}
