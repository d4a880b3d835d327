import { setTimeout } from 'node:timers/promises'
import { type DriftKind, everywhere } from './drift-kind.ts'

/** The right answer, too late. */
const slow: DriftKind = {
  kind: 'slow',
  appliesTo: everywhere,
  // Unreferenced: a service that is closed does not wait for it.
  alter: ({ answer, slowMs }) => setTimeout(slowMs, answer, { ref: false }),
}
export default slow
