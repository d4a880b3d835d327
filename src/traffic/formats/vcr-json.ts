import type { Json } from '../../model/json.ts'
import { readCassette } from '../reading/cassette.ts'
import { defineFormat } from '../recording.ts'

export default defineFormat({
  id: 'vcr-json',
  title: 'Cassettes as JSON: VCR of Ruby, vcrpy, betamax',
  unknown: 'what the filters of the recorder took out',
  cut: { members: ['http_interactions|interactions'] },
  detect: ({ text }) => /^\uFEFF?\s*\{/.test(text) && /"(?:http_interactions|interactions)"\s*:\s*\[/.test(text),
  // JSON.parse returns JSON; its type is `any`.
  read: (record) => [readCassette(JSON.parse(record) as Json)],
})
