import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'parameter-renamed',
  on: 'parameter.renamed',
  affects: 'messages',
  convention: { request: 'compatible', response: 'compatible', because: 'the name of a path parameter is not sent' },
  title: 'Path parameter renamed',
  why: 'The address is the same; generated clients name their arguments after it.',
  fix: 'No action needed: requests stay the same.',
  judge({ before }) {
    return { message: `was called ${before}`, key: null }
  },
  examples: [
    {
      before:
        '{ "/x/{a}": { get: { parameters: [{ in: path, name: a, required: true, schema: { type: string } }], responses: {} } } }',
      after:
        '{ "/x/{b}": { get: { parameters: [{ in: path, name: b, required: true, schema: { type: string } }], responses: {} } } }',
      finds: true,
    },
  ],
})
