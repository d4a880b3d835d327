import type { ConsumerHit, ConsumerInput, UseSource } from '../../model/report/consumer.ts'
import { count, described, list, maybe, object, string } from './schema-parts.ts'

export const hits = list(
  object<ConsumerHit>({
    consumer: string,
    kind: { enum: ['reads', 'is given', 'sends', 'calls', 'may use'] },
    operation: string,
    what: maybe(described('`/status`, `query page`; absent if the whole operation is affected.')),
    last: maybe(described('ISO 8601 day of the last exchange that shows it.')),
  }),
)

export const consumers = list(
  object<ConsumerInput>({
    consumer: string,
    sources: list(
      object<UseSource>({
        kind: { enum: ['traffic', 'reads', 'pact', 'hand'] },
        from: maybe(described('ISO 8601 day of the first exchange.')),
        to: maybe(described('ISO 8601 day of the last exchange.')),
        exchanges: maybe(count),
      }),
    ),
    operations: count,
  }),
)
