import { expect, test } from 'vitest'
import { serverMessage } from './server-message.ts'
import { type StateReason, stateReason } from './state-words.ts'

/** Real 400 and 422 bodies, the message in each, and its reason. */
const seen: readonly (readonly [server: string, body: unknown, message: string, reason: StateReason | undefined])[] = [
  [
    'Directus',
    {
      errors: [
        {
          message: 'Invalid foreign key "3fa85f64" for field "folder" in collection "directus_files".',
          extensions: { collection: 'directus_files', field: 'folder', code: 'INVALID_FOREIGN_KEY' },
        },
      ],
    },
    'Invalid foreign key "3fa85f64" for field "folder" in collection "directus_files".',
    'unknown',
  ],
  [
    'Directus',
    {
      errors: [
        {
          message: 'Value for field "name" in collection "directus_folders" has to be unique.',
          extensions: { code: 'RECORD_NOT_UNIQUE' },
        },
      ],
    },
    'Value for field "name" in collection "directus_folders" has to be unique.',
    'taken',
  ],
  ['Superset', { message: { name: ['Name must be unique'] } }, 'name: Name must be unique', 'taken'],
  [
    'Superset',
    { message: { datasource_id: ['Datasource does not exist'] } },
    'datasource_id: Datasource does not exist',
    'unknown',
  ],
  [
    'Superset',
    {
      errors: [
        {
          message: 'Connection failed, please check your connection settings',
          error_type: 'GENERIC_DB_ENGINE_ERROR',
          level: 'error',
          extra: { issue_codes: [{ code: 1010, message: 'Issue 1010 - Superset encountered an error.' }] },
        },
      ],
    },
    'Connection failed, please check your connection settings',
    'connection',
  ],
  ['Superset', { message: 'Not found' }, 'Not found', 'unknown'],
  [
    'Apicurio',
    { title: 'Export as ZIP is only supported for PROTOBUF artifacts, but artifact type was: JSON' },
    'Export as ZIP is only supported for PROTOBUF artifacts, but artifact type was: JSON',
    'conflict',
  ],
  [
    'Apicurio',
    { title: 'PROD promotion requires STABLE contract status. Current: null' },
    'PROD promotion requires STABLE contract status. Current: null',
    'conflict',
  ],
  ['Superset', { message: { urlParams: { 0: ['Not a valid tuple.'] } } }, 'urlParams.0: Not a valid tuple.', undefined],
  [
    'Superset',
    { message: 'Chart has no query context saved. Please save the chart again.' },
    'Chart has no query context saved. Please save the chart again.',
    'conflict',
  ],
  [
    'Prometheus',
    { status: 'error', errorType: 'bad_data', error: 'scrape pool not found' },
    'scrape pool not found',
    'unknown',
  ],
  [
    'Chroma',
    { error: 'InvalidArgumentError', message: 'Collection expecting embedding with dimension of 2, got 1' },
    'Collection expecting embedding with dimension of 2, got 1',
    'conflict',
  ],
  [
    'Chroma',
    { error: 'InvalidArgumentError', message: 'Collection ID is not a valid UUIDv4' },
    'Collection ID is not a valid UUIDv4',
    undefined,
  ],
  [
    'Kinto',
    { code: 400, errno: 107, message: 'data in body: Required', error: 'Invalid parameters' },
    'data in body: Required',
    undefined,
  ],
  [
    'FastAPI',
    { detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} }] },
    'Field required',
    undefined,
  ],
  ['Alertmanager', 'bad matcher format: text', 'bad matcher format: text', undefined],
  ['Django', { age: ['Ensure this value is at most 150.'] }, 'age: Ensure this value is at most 150.', undefined],
]

test.each(seen)('%s: %j', (_, body, message, reason) => {
  const found = serverMessage(JSON.stringify(body))
  expect([found, stateReason(found)]).toEqual([message, reason])
})

test.each([
  ['<html><title>400 Bad Request</title><p>no &amp; no</p></html>', '400 Bad Request no &amp; no'],
  ['bad\n  things', 'bad things'],
  ['', undefined],
  ['{}', undefined],
  ['x'.repeat(300), `${'x'.repeat(200)}…`],
])('a body that is not JSON, empty or long: %s', (body, message) => {
  expect(serverMessage(body)).toBe(message)
})
