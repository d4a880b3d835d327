import { observeExchange } from '../../drift/checking/observed-exchange.ts'
import { observe, type StatisticsCounter } from '../../drift/statistics/observe.ts'
import type { Document } from '../../model/document.ts'
import type { Statistics } from '../../model/live/statistics.ts'
import type { Exchange, Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { shapeOf } from '../../schema/compiling/shape.ts'

/** Returns the contract statistics of an application response; undefined without a response. */
export function countResponse(
  document: Document,
  operation: Operation,
  observation: Observation,
): Statistics | undefined {
  const observedExchange = observeExchange(operation, observation)
  if (observedExchange === undefined) return undefined
  const schema = observedExchange.mediaType?.schema
  return observe(observedExchange, schema && shapeOf(document, schema))
}

/** Adds the statistics to a counter. `checked`: the checked exchange, if it was checked. */
export function countResponseIn(
  counter: StatisticsCounter,
  document: Document,
  operation: Operation,
  observation: Observation,
  checked?: Exchange,
): void {
  const exchange = observeExchange(operation, observation, checked)
  if (exchange === undefined) return
  const schema = exchange.mediaType?.schema
  counter.count(exchange, schema && shapeOf(document, schema))
}
