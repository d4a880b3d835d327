import { type DriftKind, everywhere } from './drift-kind.ts'

/** 202 where 200 is documented; the body stays. */
const status: DriftKind = {
  kind: 'status',
  appliesTo: everywhere,
  alter: async ({ answer }) => new Response(await answer.text(), { status: 202, headers: answer.headers }),
}
export default status
