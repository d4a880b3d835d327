import type { Json } from '../../model/json.ts'
import { own, ownArray } from '../../util/json.ts'
import { defineFormat } from '../recording.ts'
import { exchangeOf } from './postman.ts'

export default defineFormat({
  id: 'newman',
  title: 'Runs of newman, the runner of Postman collections: `newman run … --reporters json --ignore-redirects`',
  unknown: 'times, and redirects without `--ignore-redirects`',
  cut: { members: ['run', 'executions'] },
  // The collection comes first and is usually longer than the beginning that detection sees.
  detect: ({ text }) => /^\uFEFF?\s*\{\s*"collection"\s*:\s*\{/.test(text),
  read(record) {
    // JSON.parse returns JSON; its type is `any`.
    const execution = JSON.parse(record) as Json
    const [request, response] = [own(execution, 'request'), own(execution, 'response')]
    // After a connection error there is no response.
    if (response === undefined)
      return exchangeOf(request, { code: 0 }, undefined).map(({ request: sent }) => ({ request: sent }))
    // The decompressed bytes are a list of numbers.
    const bytes = ownArray(own(response, 'stream'), 'data').map(Number)
    return exchangeOf(request, response, { base64: Buffer.from(bytes).toString('base64') })
  },
})
