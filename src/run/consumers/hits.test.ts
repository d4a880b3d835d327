import { expect, it } from 'vitest'
import { describe as readOperations } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import type { Document } from '../../model/document.ts'
import type { ConsumerUse, OperationUse } from '../../model/report/consumer.ts'
import { driftFinding } from '../../testing/sample-report.ts'
import { compareDocuments } from '../contract/diff.ts'
import { judgedByHits, withHits, withoutHits } from './hits.ts'

const base = `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /loans:
    get:
      parameters:
        - {name: sort, in: query, schema: {type: string, enum: [a, b]}}
        - $ref: '#/components/parameters/Page'
      responses:
        '200':
          description: ok
          headers: {ETag: {schema: {type: string}}}
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Loan'}}}}
        '202': {description: later}
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewLoan'}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}
components:
  parameters:
    Page: {name: page, in: query, schema: {type: integer}}
  schemas:
    NewLoan: {type: object, properties: {name: {type: string}, age: {type: integer}}}
    Owner: {type: object, properties: {name: {type: string}}}
    Loan:
      allOf:
        - {type: object, required: [id], properties: {id: {type: string}}}
        - type: object
          properties:
            status: {type: string, enum: [OPEN, CLOSED]}
            owner: {$ref: '#/components/schemas/Owner'}
            tags: {type: object, additionalProperties: {type: string, enum: [x, y]}}
`

const uses = (operations: Readonly<Record<string, OperationUse>>, consumer = 'shop'): ConsumerUse => ({
  v: 1,
  consumer,
  sources: [{ kind: 'traffic' }],
  operations,
})
const reads = (...locations: string[]) => uses({ 'GET /loans': { reads: { '200': locations } } })
const given = (...locations: string[]) => uses({ 'GET /loans': { given: { '200': locations } } })
const lists = (...sends: string[]) => uses({ 'GET /loans': { sends } })
const posts = (...sends: string[]) => uses({ 'POST /loans': { sends } })

/** Edit of the description, use by a consumer, and the expected hit of the worst finding. */
const rows: readonly (readonly [string, string, string, ConsumerUse, string | undefined])[] = [
  ['an enum value it reads', '[OPEN, CLOSED]', '[OPEN, CLOSED, LATE]', reads('/*/status'), 'reads /*/status'],
  ['an enum value it is given', '[OPEN, CLOSED]', '[OPEN, CLOSED, LATE]', given('/*/status'), 'is given /*/status'],
  ['an enum value of another property', '[OPEN, CLOSED]', '[OPEN, CLOSED, LATE]', reads('/*/id'), undefined],
  [
    'a property below one it reads',
    'name: {type: string}}}\n    Loan',
    'name: {type: integer}}}\n    Loan',
    reads('/*/owner/name'),
    'reads /*/owner/name',
  ],
  [
    'a property below one it does not',
    'name: {type: string}}}\n    Loan',
    'name: {type: integer}}}\n    Loan',
    reads('/*/owner'),
    undefined,
  ],
  [
    'an object whose property it reads',
    "owner: {$ref: '#/components/schemas/Owner'}",
    'owner: {type: string}',
    reads('/*/owner/name'),
    'reads /*/owner',
  ],
  ['a value of a map', '[x, y]', '[x, y, z]', reads('/*/tags/*'), 'reads /*/tags/*'],
  ['a required property it reads', 'required: [id], ', '', reads('/*/id'), 'reads /*/id'],
  [
    'a removed property it reads',
    '            status: {type: string, enum: [OPEN, CLOSED]}\n',
    '',
    reads('/*/status'),
    'reads /*/status',
  ],
  [
    'a removed property it does not read',
    '            status: {type: string, enum: [OPEN, CLOSED]}\n',
    '',
    reads('/*/id'),
    undefined,
  ],
  ['a parameter it sends', '[a, b]', '[a]', lists('query sort'), 'sends query sort'],
  ['a parameter it does not send', '[a, b]', '[a]', lists('query page'), undefined],
  [
    'a shared parameter it sends',
    'in: query, schema: {type: integer}',
    'in: query, schema: {type: boolean}',
    lists('query page'),
    'sends query page',
  ],
  [
    'a parameter that is required now and it lacks',
    'name: sort, in: query',
    'name: sort, required: true, in: query',
    lists(),
    'calls',
  ],
  [
    'a parameter that is required now and it sends',
    'name: sort, in: query',
    'name: sort, required: true, in: query',
    lists('query sort'),
    undefined,
  ],
  [
    'a body member it sends',
    'age: {type: integer}',
    'age: {type: string}',
    posts('body', 'body /age'),
    'sends body /age',
  ],
  [
    'a body member it does not send',
    'age: {type: integer}',
    'age: {type: string}',
    posts('body', 'body /name'),
    undefined,
  ],
  [
    'a body member that is required now',
    'NewLoan: {type: object, ',
    'NewLoan: {type: object, required: [age], ',
    posts('body', 'body /name'),
    'calls',
  ],
  [
    'a body member that is required now and sent',
    'NewLoan: {type: object, ',
    'NewLoan: {type: object, required: [age], ',
    posts('body', 'body /age'),
    undefined,
  ],
  ['an operation it calls', '    post:', '    put:', posts('body'), 'calls'],
  ['an operation it does not call', '    post:', '    put:', lists(), undefined],
  [
    'a header it reads',
    '          headers: {ETag: {schema: {type: string}}}\n',
    '',
    reads('/*/id', 'header ETag'),
    'reads header ETag',
  ],
  [
    'a header it does not read',
    '          headers: {ETag: {schema: {type: string}}}\n',
    '',
    reads('/*/id'),
    'may use header ETag',
  ],
  [
    'a header that it was not given, where headers were recorded',
    '          headers: {ETag: {schema: {type: string}}}\n',
    '',
    given('', 'headers'),
    undefined,
  ],
  [
    'a header where no headers were recorded',
    '          headers: {ETag: {schema: {type: string}}}\n',
    '',
    given('', '/*/id'),
    'may use header ETag',
  ],
  [
    'a component of a status it never received',
    '[OPEN, CLOSED]',
    '[OPEN, CLOSED, LATE]',
    uses({ 'GET /loans': { given: { '202': [''] } } }),
    'may use #/components/schemas/Loan',
  ],
  [
    'a status it receives',
    "        '202': {description: later}\n",
    '',
    uses({ 'GET /loans': { given: { '202': [] } } }),
    'calls',
  ],
  ['a status it never received', "        '202': {description: later}\n", '', reads('/*/id'), 'may use status 202'],
]

const load = (content: string): Promise<Document> => loadDocument({ content, name: 'a.yaml' })

it.each(rows)('%s', async (_what, from, to, consumer, expected) => {
  expect(base).toContain(from)
  const documents = [await load(base), await load(base.replace(from, to))] as const
  const { findings } = compareDocuments(...documents)
  const other = uses({}, 'other')
  const judged = judgedByHits(findings, documents.map(readOperations), [consumer, other])
  const harmful = judged.filter(({ verdict }) => verdict !== 'compatible')
  expect(harmful).not.toEqual([])
  const hits = harmful.flatMap((finding) => finding.hits ?? [])
  expect(hits.map(({ kind, what }) => (what === undefined ? kind : `${kind} ${what}`))).toEqual(
    expected === undefined ? [] : [expected],
  )
  // Only changes that hit a consumer may fail a run.
  expect(harmful.map(({ severity }) => severity === 'info')).toEqual(harmful.map(({ hits: who }) => who?.length === 0))
})

it('names the affected consumers and counts the others', async () => {
  const documents = [await load(base), await load(base.replace('[OPEN, CLOSED]', '[OPEN, CLOSED, LATE]'))] as const
  const others = [uses({}, 'a'), uses({}, 'b'), reads('/*/status')]
  const [finding] = judgedByHits(compareDocuments(...documents).findings, documents.map(readOperations), others)
  expect(finding?.message).toBe('may now be "LATE"; hits shop (reads /*/status); 2 others do not use it')
})

it('withoutHits allows other consumers to be evaluated', () => {
  const plain = driftFinding({ message: 'is null; hits are no matter here' })
  const use = { v: 1, consumer: 'web', sources: [], operations: { 'GET /loans': { reads: { '200': ['/*/status'] } } } }
  const [hit] = withHits([plain], [], [use as ConsumerUse])
  expect(hit?.message).toContain('hits web')
  expect(hit && withoutHits(hit)).toEqual(plain)
  expect(withoutHits(plain)).toBe(plain)
})
