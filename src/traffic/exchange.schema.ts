/** JSON Schema (draft 2020-12) of one NDJSON line. Allows additional members, so that recorders can add data. */
export const exchangeSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:specdrift:exchange:1',
  title: 'A recorded exchange: one line of a recording. What is absent was not recorded, and is unknown.',
  type: 'object',
  properties: {
    time: { type: 'string', format: 'date-time', description: 'When the request was sent, ISO 8601.' },
    duration: { type: 'number', minimum: 0, description: 'Milliseconds until the response was complete.' },
    client: { type: 'string', description: 'Who sent it: a name, no secret. It is hashed before it is kept.' },
    source: {
      type: 'string',
      description: 'What the record was read from, such as a partition of a topic, for `check --follow`.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      description:
        'Which record of its source it is, ascending: one that was counted before is left out by `check --follow`.',
    },
    isLog: { const: true, description: 'It is a line of a log, which never has bodies.' },
    request: {
      type: 'object',
      properties: {
        method: { type: 'string', minLength: 1 },
        url: { type: 'string', minLength: 1, description: 'Absolute, or the path and query alone.' },
        headers: { $ref: '#/$defs/headers' },
        partialHeaders: { $ref: '#/$defs/partialHeaders' },
        body: { $ref: '#/$defs/body' },
        partialBody: { $ref: '#/$defs/partialBody' },
        withoutQuery: { const: true, description: 'The query of the URL was not recorded.' },
      },
      required: ['method', 'url'],
    },
    response: {
      type: 'object',
      description: 'Absent when no response was received.',
      properties: {
        status: { type: 'integer', minimum: 100, maximum: 999 },
        headers: { $ref: '#/$defs/headers' },
        partialHeaders: { $ref: '#/$defs/partialHeaders' },
        body: { $ref: '#/$defs/body' },
        partialBody: { $ref: '#/$defs/partialBody' },
      },
      required: ['status'],
    },
  },
  required: ['request'],
  $defs: {
    headers: {
      type: 'object',
      description: 'By name, in any case; a header that was repeated has several values.',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
    partialHeaders: {
      const: true,
      description: 'Only some headers were recorded: one that is not there is unknown.',
    },
    partialBody: {
      const: true,
      description:
        'Only a part of the body was recorded: a member that is not there is unknown. Without a body: it was too long for the recorder.',
    },
    body: {
      description:
        'The text, `""` where there was none; or its bytes in base64, packed as content-encoding says or not.',
      anyOf: [{ type: 'string' }, { type: 'object', properties: { base64: { type: 'string' } }, required: ['base64'] }],
    },
  },
} as const
