export { type Answer, type Captured, type Contract, contract } from './contract.ts'
export type { Expectation, StatusRange } from './expectation.ts'
export type { CallOptions, Lazy, SendOptions } from './options.ts'
export type { CompleteAnswers, OperationMap, OperationTypes, TypedContract } from './typed.ts'
