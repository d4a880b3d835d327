export type { ConsumerUse, OperationUse, UseSource } from './model/report/consumer.ts'
export { type ObservedFetch, observeReads, type SaveOptions } from './run/consumers/observe-reads.ts'
