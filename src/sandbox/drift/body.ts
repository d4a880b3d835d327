import { type DriftKind, everywhere } from './drift-kind.ts'

/** No body where one is documented. */
const body: DriftKind = {
  kind: 'body',
  appliesTo: everywhere,
  alter: async ({ response }) => new Response(null, { status: response.status, headers: { 'content-length': '0' } }),
}
export default body
