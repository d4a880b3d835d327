export { type Answer, type CallOptions, type Contract, contract } from './contract.ts'
export type { Expectation } from './expectation.ts'
export type { SendOptions } from './perform.ts'
