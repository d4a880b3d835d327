import { type DriftKind, everywhere } from './drift-kind.ts'

/** JSON whose last character is missing; the connection itself is sound. */
const malformed: DriftKind = {
  kind: 'malformed',
  appliesTo: everywhere,
  alter: async ({ response }) =>
    new Response((await response.text()).slice(0, -1), { status: response.status, headers: response.headers }),
}
export default malformed
