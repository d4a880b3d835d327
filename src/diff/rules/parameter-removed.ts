import { defineRule } from '../../model/diff/rule.ts'

export default defineRule({
  id: 'parameter-removed',
  on: 'parameter',
  affects: 'messages',
  convention: {
    request: 'risky',
    response: 'breaking',
    because:
      'most servers ignore unknown parameters, some reject them; if the API itself sends the parameter, clients miss it',
  },
  title: 'Parameter removed',
  why: 'Clients still send it; the server may ignore or reject it.',
  fix: 'Keep accepting it, and deprecate it first.',
  judge({ before, after }) {
    if (before !== undefined && after === undefined && !before.retired) return { message: 'is gone', key: null }
    return undefined
  },
  examples: [
    {
      before: '{ get: { parameters: [{ in: query, name: a, schema: { type: string } }], responses: {} } }',
      after: '{ get: { parameters: [], responses: {} } }',
      finds: true,
    },
  ],
})
