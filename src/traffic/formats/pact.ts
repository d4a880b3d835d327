import type { Json } from '../../model/json.ts'
import { readInteraction } from '../reading/pact.ts'
import { defineFormat } from '../recording.ts'

export default defineFormat({
  id: 'pact',
  title: 'Pact files of specification version 2 to 4: each HTTP interaction is an exchange',
  unknown:
    'times, members and headers of responses that the consumer does not name, and values that only a matching rule allows',
  cut: { members: ['interactions'] },
  detect: ({ text }) =>
    /^\uFEFF?\s*\{/.test(text) &&
    /"consumer"\s*:\s*\{/.test(text) &&
    /"(?:interactions|provider|metadata)"\s*:/.test(text),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const exchange = readInteraction(JSON.parse(record) as Json)
    if (exchange === undefined) throw new Error('it is no HTTP interaction')
    return [exchange]
  },
})
