// Example exchanges for checks without a recorded case: checks of generated requests, and of the response time.
const operation = { key: 'GET /orders/{id}', pointer: '/paths/~1orders~1{id}/get', responses: [] }

function sequence(after, status, json) {
  return {
    generated: { id: 'seq-1', mode: 'stateful', location: 'request', what: 'reads it', after },
    ...{ operation, observation: { status, headers: {}, milliseconds: 1 }, status, json },
  }
}

function generated(mode, location, what, status) {
  return {
    generated: { id: 'neg-1', mode, location, what },
    operation,
    observation: { status, milliseconds: 1 },
    status,
  }
}

/** The displayed text and the exchange passed to the check, by id. */
export const exchangeExamples = {
  'auth-ignored': {
    text: 'GET /orders HTTP/1.1\n# without the credential that `security` requires\n\nHTTP/1.1 200',
    exchange: generated('auth', 'request', 'carries no credential', 200),
  },
  'negative-accepted': {
    text: 'POST /orders HTTP/1.1\ncontent-type: application/json\n\n{"amount":0}\n# the description says minimum: 1\n\nHTTP/1.1 201',
    exchange: generated('negative', 'body /amount', 'is below its minimum', 201),
  },
  'positive-rejected': {
    text: 'POST /orders HTTP/1.1\ncontent-type: application/json\n\n{"amount":1}\n# the description says minimum: 1\n\nHTTP/1.1 422',
    exchange: generated('positive', 'body /amount', 'is its minimum', 422),
  },
  'response-time': {
    text: '# responseTimeMs: 500 in the config\nGET /orders HTTP/1.1\n\nHTTP/1.1 200\n# after 812 ms',
    exchange: { operation, observation: { status: 200, milliseconds: 812 }, responseTimeMs: 500 },
  },
  'created-not-readable': {
    text: 'POST /orders HTTP/1.1\n\nHTTP/1.1 201\nlocation: /orders/7\n\nGET /orders/7 HTTP/1.1\n\nHTTP/1.1 404',
    exchange: sequence({ kind: 'created', by: 'POST /orders' }, 404),
  },
  'listed-not-readable': {
    text: 'GET /orders HTTP/1.1\n\nHTTP/1.1 200\n\n[{"id":7}]\n\nGET /orders/7 HTTP/1.1\n\nHTTP/1.1 404',
    exchange: sequence({ kind: 'listed', by: 'GET /orders' }, 404),
  },
  'list-lacks-created': {
    text: 'POST /orders HTTP/1.1\n\nHTTP/1.1 201\n\n{"id":7}\n\nGET /orders HTTP/1.1\n\nHTTP/1.1 200\n\n[{"id":6}]',
    exchange: sequence({ kind: 'to-be-listed', by: 'POST /orders', id: 7 }, 200, [{ id: 6 }]),
  },
  'update-not-visible': {
    text: 'PATCH /orders/7 HTTP/1.1\n\n{"note":"b"}\n\nHTTP/1.1 200\n\nGET /orders/7 HTTP/1.1\n\nHTTP/1.1 200\n\n{"id":7,"note":"a"}',
    exchange: sequence(
      { kind: 'updated', by: 'PATCH /orders/{id}', fields: [{ name: 'note', before: 'a', written: 'b' }] },
      200,
      { id: 7, note: 'a' },
    ),
  },
  'use-after-delete': {
    text: 'DELETE /orders/7 HTTP/1.1\n\nHTTP/1.1 204\n\nGET /orders/7 HTTP/1.1\n\nHTTP/1.1 200',
    exchange: sequence({ kind: 'deleted', by: 'DELETE /orders/{id}' }, 200),
  },
}
