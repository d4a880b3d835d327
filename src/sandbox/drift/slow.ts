import { setTimeout } from 'node:timers/promises'
import { type DriftKind, everywhere } from './drift-kind.ts'

/** The correct response, too late. */
const slow: DriftKind = {
  kind: 'slow',
  appliesTo: everywhere,
  // Unreferenced: a service that is closed does not wait for it.
  alter: ({ response, slowMs }) => setTimeout(slowMs, response, { ref: false }),
}
export default slow
