const json = (schema: object) => ({ 'application/json': { schema } })
const order = { type: 'object', properties: { id: { type: 'string' }, status: { type: 'string' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
export const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/orders': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'd', content: json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'make',
        requestBody: { content: json({ type: 'object' }) },
        responses: { 201: { description: 'd', content: json(order) }, 422: { description: 'd' } },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'read',
        parameters: [id],
        responses: { 200: { description: 'd', content: json(order) }, 404: { description: 'd' } },
      },
    },
  },
}
export const config = { apis: { shop: { source: 'openapi.json', target: { writable: true } } } }

const entry = (method: string, path: string, status: number, text?: string) => ({
  startedDateTime: '2026-11-20T08:00:00Z',
  request: {
    ...{ method, url: `https://api.example.com/v1${path}`, bodySize: text?.length ?? 0 },
    headers: [{ name: 'Authorization', value: 'Bearer planted-token' }],
    ...(text !== undefined && { postData: { mimeType: 'application/json', text } }),
  },
  response: { status, headers: [{ name: 'Content-Type', value: 'application/json' }], content: { text: '{}' } },
})
/** Characters that could end a string literal or start code. */
export const quotes = `a\`\${1}'`
const made = JSON.stringify({
  sku: quotes,
  password: 'planted-word',
  again: 'planted-token',
  odd: '\u0000process.exit(1)\u0001',
})

/** A HAR file with planted secrets and characters that could end a string or comment. */
export const har = {
  log: {
    version: '1.2',
    entries: [
      entry('GET', '/orders?page=2&api_key=planted-key', 200),
      entry('GET', '/orders/7', 200),
      entry('GET', '/orders/7', 200),
      entry('GET', '/orders/nope?x=%00process.exit(1)%01', 404),
      entry('POST', '/orders', 201, made),
      entry('GET', '/orders/8', 503),
      entry('GET', '/elsewhere', 200),
    ],
  },
}
export const postman = {
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [
    { key: 'base', value: 'https://api.example.com/v1' },
    { key: 'order', value: '7' },
    { key: 'token', value: 'planted-token' },
  ],
  item: [
    {
      name: 'Orders',
      item: [
        {
          name: 'One order\n;process.exit(1)',
          request: {
            method: 'GET',
            url: { raw: '{{base}}/orders/:id', variable: [{ key: 'id', value: '{{order}}' }] },
          },
          event: [
            {
              listen: 'test',
              script: {
                exec: [
                  "pm.test('ok', () => {",
                  '  pm.response.to.have.status(200)',
                  '})',
                  'pm.environment.set("x", "planted-x")',
                ],
              },
            },
          ],
        },
        {
          name: 'Make',
          request: {
            method: 'POST',
            url: '{{base}}/orders',
            header: [{ key: 'Content-Type', value: 'application/json' }],
            body: { mode: 'raw', raw: '{"sku":"{{sku}}","n":1}' },
          },
          response: [{ code: 201, body: '{}' }],
        },
      ],
    },
  ],
}
export const bruno = {
  ...{ name: 'Shop', version: '1' },
  items: [
    {
      ...{ type: 'http-request', name: 'One order' },
      request: {
        ...{ method: 'GET', url: '{{base}}/v1/orders/:id' },
        params: [{ name: 'id', value: '7', type: 'path' }],
        assertions: [
          { name: 'res.status', value: 'eq 200' },
          { name: 'res.body.id', value: 'eq 7' },
        ],
      },
    },
    {
      type: 'http-request',
      name: 'Make',
      request: { method: 'POST', url: '/orders', body: { mode: 'json', json: '{"secret":"planted-word"}' } },
    },
  ],
}
export const arazzo = `
arazzo: 1.0.1
info: { title: Shop, version: '1' }
sourceDescriptions: [{ name: shop, url: openapi.json, type: openapi }]
workflows:
  - workflowId: buy
    inputs: { type: object, properties: { sku: { type: string, default: a }, password: { type: string, default: planted-word } } }
    steps:
      - stepId: make
        operationId: make
        requestBody: { contentType: application/json, payload: { sku: $inputs.sku, password: $inputs.password, note: 'of {$inputs.sku}' } }
        successCriteria: [{ condition: $statusCode == 201 }, { condition: "$response.body#/status == 'OPEN'" }]
        outputs: { id: $response.body#/id }
      - stepId: read
        operationPath: '{$sourceDescriptions.shop.url}#/paths/~1orders~1{id}/get'
        parameters: [{ name: id, in: path, value: $steps.make.outputs.id }]
        successCriteria: [{ context: $response.body, condition: '$.id', type: jsonpath }, { condition: $statusCode == 200 }]
      - { stepId: other, workflowId: pay }
`
