/** JSON Schema of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Other members must start with an underscore. */
const text = { type: 'string' }
const number = { type: 'number' }
const nameValues = { type: 'array', items: closed({ name: text, value: text }, ['name', 'value'], { comment: text }) }
const cookies = nameValues

function closed(
  properties: Readonly<Record<string, unknown>>,
  required = Object.keys(properties),
  optional: Readonly<Record<string, unknown>> = {},
) {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required,
    patternProperties: { '^_': {} },
    additionalProperties: false,
  }
}

const request = closed(
  {
    method: text,
    url: { type: 'string', format: 'uri' },
    httpVersion: text,
    cookies,
    headers: nameValues,
    queryString: nameValues,
    headersSize: { type: 'integer', minimum: -1 },
    bodySize: { type: 'integer', minimum: -1 },
  },
  undefined,
  { postData: closed({ mimeType: text, text }, undefined, { comment: text }), comment: text },
)

const response = closed({
  status: { type: 'integer' },
  statusText: text,
  httpVersion: text,
  cookies,
  headers: nameValues,
  content: closed({ size: { type: 'integer' }, mimeType: text }, undefined, { text, encoding: text, comment: text }),
  redirectURL: text,
  headersSize: { type: 'integer', minimum: -1 },
  bodySize: { type: 'integer', minimum: -1 },
})

const entry = closed({
  startedDateTime: { type: 'string', format: 'date-time' },
  time: { ...number, minimum: 0 },
  request,
  response,
  cache: closed({}),
  timings: closed({ send: number, wait: number, receive: number }),
})

/** Schema of a HAR file. */
export const harSchema = closed({
  log: closed({
    version: { const: '1.2' },
    creator: closed({ name: text, version: text }),
    entries: { type: 'array', items: entry },
  }),
})
