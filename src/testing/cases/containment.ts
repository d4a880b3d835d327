import { parseDocument } from '../../description/reading/parse.ts'
import type { ListForms } from '../../model/diff/change.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { createContainment } from '../../schema/containment/contains.ts'
import { sideOf } from '../../schema/containment/operand.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'

function documentOf(schema: Json, schemas: JsonObject = {}) {
  const components = { schemas: { ...schemas, Body: schema } }
  const content = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components })
  return parseDocument({ content, name: 'x', file: 'x' })
}

const pointer = '/components/schemas/Body'

/** Compares two OpenAPI 3.1 schemas: containment with and without confirmation, and validity of values by ajv and by the uncompiled reader. */
export function containmentOf(before: Json, after: Json, schemas?: JsonObject) {
  const [base, revision] = [documentOf(before, schemas), documentOf(after, schemas)]
  const containment = createContainment(schemaReaderOf(base), schemaReaderOf(revision))
  const plain = createContainment(schemaReaderOf(base), schemaReaderOf(revision), { confirm: false })
  const [was, is] = [base, revision].map((document) => [{ node: document.at(pointer) ?? true, pointer }])
  const accepts = (document: typeof base, value: Json) =>
    sideOf(document, 'request').accepts([{ node: document.at(pointer) ?? true, pointer }], value)
  return {
    lost: containment.lost(was ?? [], is ?? [], 'request'),
    gained: containment.gained(was ?? [], is ?? [], 'request'),
    inTexts: (text: ListForms) => ({
      lost: plain.lost(was ?? [], is ?? [], 'request', text),
      gained: plain.gained(was ?? [], is ?? [], 'request', text),
    }),
    unconfirmed: {
      lost: plain.lost(was ?? [], is ?? [], 'request'),
      gained: plain.gained(was ?? [], is ?? [], 'request'),
      accepts: (value: Json) =>
        [
          plain.accepts('base', was ?? [], 'request', value),
          plain.accepts('revision', is ?? [], 'request', value),
        ] as const,
    },
    accepts: (value: Json) => [accepts(base, value), accepts(revision, value)] as const,
  }
}
