import { type DriftKind, everywhere } from './drift-kind.ts'

/** 202 where 200 is documented; the body stays. */
const status: DriftKind = {
  kind: 'status',
  appliesTo: everywhere,
  alter: async ({ response }) => new Response(await response.text(), { status: 202, headers: response.headers }),
}
export default status
