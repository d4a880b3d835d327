import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type DriftKind, everywhere } from './drift-kind.ts'

const reset: DriftKind = {
  kind: 'reset',
  appliesTo: everywhere,
  isLast: true,
  alter: async ({ raw }) => {
    raw?.socket?.resetAndDestroy()
    return RESPONSE_ALREADY_SENT
  },
}
export default reset
