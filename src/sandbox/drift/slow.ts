import { setTimeout } from 'node:timers/promises'
import { type DriftKind, everywhere } from './drift-kind.ts'

/** Delays the correct response. */
const slow: DriftKind = {
  kind: 'slow',
  appliesTo: everywhere,
  // Unreferenced, so that closing the service doesn't wait for it.
  alter: ({ response, slowMs }) => setTimeout(slowMs, response, { ref: false }),
}
export default slow
