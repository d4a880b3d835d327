import { setFlagsFromString } from 'node:v8'

/** V8's own number of bytes of bytecode after which it optimises a function, which `cli.ts` sets higher: Node 20 has it. */
const ownBudget = 132 * 1024

/** For what does the same a million times, code that is optimised early pays. */
export function optimiseEarly(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${ownBudget}`)
}
