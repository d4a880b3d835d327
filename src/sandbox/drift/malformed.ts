import { type DriftKind, everywhere } from './drift-kind.ts'

/** JSON whose last character is missing; the connection itself is sound. */
const malformed: DriftKind = {
  kind: 'malformed',
  appliesTo: everywhere,
  alter: async ({ answer }) =>
    new Response((await answer.text()).slice(0, -1), { status: answer.status, headers: answer.headers }),
}
export default malformed
