// The description of a web shop (OpenAPI 3.1), for recordings with many operations, small bodies and drift.
const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const ref = (name) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema) => ({ content: { 'application/json': { schema } } })
const object = (required, properties, rest = {}) => ({ type: 'object', required, properties, ...rest })

const money = object(['amount', 'currency'], {
  amount: { type: 'integer', minimum: 0 },
  currency: { type: 'string', enum: ['EUR', 'USD', 'GBP'] },
})
const address = object(['street', 'city', 'postalCode', 'country'], {
  street: { type: 'string', maxLength: 80 },
  city: text,
  postalCode: { type: 'string', pattern: '^[0-9]{5}$' },
  country: { type: 'string', minLength: 2, maxLength: 2 },
})
const product = object(['id', 'name', 'price', 'category', 'stock', 'updatedAt'], {
  id: { type: 'string', pattern: '^p-[0-9]{6}$' },
  name: { type: 'string', maxLength: 120 },
  description: { type: ['string', 'null'] },
  price: ref('Money'),
  category: { type: 'string', enum: ['books', 'garden', 'kitchen', 'music', 'sports'] },
  stock: { type: 'integer', minimum: 0 },
  rating: { type: 'number', minimum: 0, maximum: 5 },
  tags: { type: 'array', items: text, maxItems: 10, uniqueItems: true },
  updatedAt: time,
})
const customer = object(['id', 'email', 'name', 'createdAt'], {
  id: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  name: text,
  phone: { type: ['string', 'null'] },
  password: { type: 'string', writeOnly: true },
  address: ref('Address'),
  createdAt: time,
})
const card = object(['type', 'last4'], { type: { const: 'card' }, last4: { type: 'string', pattern: '^[0-9]{4}$' } })
const transfer = object(['type', 'iban'], { type: { const: 'transfer' }, iban: { type: 'string', minLength: 15 } })
const item = object(['sku', 'quantity', 'price'], {
  sku: text,
  quantity: { type: 'integer', minimum: 1, maximum: 99 },
  price: ref('Money'),
})
const order = object(['id', 'status', 'customerId', 'items', 'total', 'payment', 'placedAt'], {
  id: { type: 'string', format: 'uuid' },
  status: { type: 'string', enum: ['OPEN', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED'] },
  customerId: { type: 'string', format: 'uuid' },
  items: { type: 'array', items: ref('Item'), minItems: 1 },
  total: ref('Money'),
  payment: { oneOf: [ref('Card'), ref('Transfer')] },
  shipTo: ref('Address'),
  note: { type: ['string', 'null'], maxLength: 200 },
  placedAt: time,
})
const newOrder = object(['customerId', 'items'], {
  customerId: { type: 'string', format: 'uuid' },
  items: {
    type: 'array',
    minItems: 1,
    items: object(['sku', 'quantity'], { sku: text, quantity: { type: 'integer', minimum: 1, maximum: 99 } }),
  },
  note: { type: 'string', maxLength: 200 },
})
const problem = object(['title', 'status'], {
  type: text,
  title: text,
  status: { type: 'integer' },
  detail: text,
})
const page = (name) =>
  object(['items', 'total', 'page'], {
    items: { type: 'array', items: ref(name) },
    total: { type: 'integer', minimum: 0 },
    page: { type: 'integer', minimum: 1 },
  })

const inPath = (name, schema = text) => ({ name, in: 'path', required: true, schema })
const inQuery = (name, schema) => ({ name, in: 'query', schema })
const uuid = { type: 'string', format: 'uuid' }
const limited = { headers: { 'X-RateLimit-Remaining': { required: true, schema: { type: 'integer', minimum: 0 } } } }
const failed = { description: 'Failed', content: { 'application/problem+json': { schema: ref('Problem') } } }
const ok = (schema) => ({ description: 'OK', ...limited, ...json(schema) })
const paging = [inQuery('page', { type: 'integer', minimum: 1 }), inQuery('limit', { type: 'integer', maximum: 100 })]

const paths = {
  '/products': {
    get: {
      parameters: [...paging, inQuery('category', product.properties.category)],
      responses: { 200: ok(page('Product')), 400: failed },
    },
  },
  '/products/{productId}': {
    get: { parameters: [inPath('productId')], responses: { 200: ok(ref('Product')), 404: failed } },
  },
  '/customers/{customerId}': {
    parameters: [inPath('customerId', uuid)],
    get: { responses: { 200: ok(ref('Customer')), 404: failed } },
  },
  '/customers/{customerId}/orders': {
    parameters: [inPath('customerId', uuid)],
    get: { parameters: paging, responses: { 200: ok(page('Order')) } },
  },
  '/orders': {
    post: {
      requestBody: { required: true, ...json(ref('NewOrder')) },
      responses: { 201: ok(ref('Order')), 422: failed },
    },
  },
  '/orders/{orderId}': {
    parameters: [inPath('orderId', uuid)],
    get: { responses: { 200: ok(ref('Order')), 404: failed } },
    patch: {
      requestBody: { required: true, ...json(object([], { note: { type: 'string', maxLength: 200 } })) },
      responses: { 200: ok(ref('Order')), 422: failed },
    },
  },
  '/carts/{cartId}': {
    parameters: [inPath('cartId')],
    delete: { responses: { 204: { description: 'Deleted' } } },
  },
  '/health': {
    get: {
      security: [],
      responses: { 200: { description: 'OK', ...json(object(['ok'], { ok: { type: 'boolean' } })) } },
    },
  },
}

/** The description of the shop. */
export const shop = {
  openapi: '3.1.0',
  info: { title: 'shop', version: '1' },
  security: [{ token: [] }],
  paths,
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      ...{ Money: money, Address: address, Product: product, Customer: customer, Card: card, Transfer: transfer },
      ...{ Item: item, Order: order, NewOrder: newOrder, Problem: problem },
    },
  },
}
