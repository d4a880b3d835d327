import type { Json } from '../../model/json.ts'
import { readCassette } from '../reading/cassette.ts'
import { defineFormat } from '../recording.ts'

export default defineFormat({
  id: 'vcr-json',
  title: 'VCR cassettes as JSON: VCR for Ruby, vcrpy, betamax',
  unknown: 'values that filters of the recorder removed',
  cut: { members: ['http_interactions|interactions'] },
  detect: ({ text }) => /^\uFEFF?\s*\{/.test(text) && /"(?:http_interactions|interactions)"\s*:\s*\[/.test(text),
  // JSON.parse returns JSON; its type is `any`.
  read: (record) => [readCassette(JSON.parse(record) as Json)],
})
