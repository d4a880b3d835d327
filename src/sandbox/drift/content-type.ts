import { type DriftKind, everywhere } from './drift-kind.ts'

/** The same JSON, said to be plain text. */
const contentType: DriftKind = {
  kind: 'content-type',
  appliesTo: everywhere,
  alter: async ({ answer }) => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    return new Response(await answer.text(), { status: answer.status, headers })
  },
}
export default contentType
