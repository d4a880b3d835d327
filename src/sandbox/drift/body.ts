import { type DriftKind, everywhere } from './drift-kind.ts'

/** No body where one is documented. */
const body: DriftKind = {
  kind: 'body',
  appliesTo: everywhere,
  alter: async ({ answer }) => new Response(null, { status: answer.status, headers: { 'content-length': '0' } }),
}
export default body
