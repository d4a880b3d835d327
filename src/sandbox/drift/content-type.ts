import { type DriftKind, everywhere } from './drift-kind.ts'

/** The same JSON, declared as plain text. */
const contentType: DriftKind = {
  kind: 'content-type',
  appliesTo: everywhere,
  alter: async ({ response }) => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    return new Response(await response.text(), { status: response.status, headers })
  },
}
export default contentType
