import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type DriftKind, everywhere } from './drift-kind.ts'

/** Sends half of the announced body and closes the connection. */
const truncated: DriftKind = {
  kind: 'truncated',
  appliesTo: everywhere,
  isLast: true,
  alter: async ({ response, raw }) => {
    const body = Buffer.from(await response.arrayBuffer())
    const headers = { ...Object.fromEntries(response.headers), 'content-length': String(body.length) }
    raw?.writeHead(response.status, headers).write(body.subarray(0, Math.ceil(body.length / 2)), () => raw.destroy())
    return RESPONSE_ALREADY_SENT
  },
}
export default truncated
