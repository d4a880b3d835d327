import { createInspector } from '../../drift/checking/inspect.ts'
import type { Inspector } from '../../drift/checking/inspection.ts'
import { createRedactor } from '../../drift/redaction/redact.ts'
import { vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { createStatisticsCounter } from '../../drift/statistics/observe.ts'
import type { Description } from '../../model/operation.ts'
import { countResponseIn } from '../../suite/calls/count-response.ts'
import { createTrafficChecker, type TrafficChecker } from '../../traffic/checking/checker.ts'
import { createClientCounter } from '../../traffic/checking/clients.ts'
import type { TrafficSelection } from './options.ts'

/** Checks one slice of traffic and returns its findings. */
export interface Session extends TrafficChecker {
  readonly inspector: Inspector
}

/** Opens a session; each thread has one. `inBulk`: `check` may omit findings that only repeat others. */
export function createSession(
  description: Description,
  selection: TrafficSelection,
  { inBulk }: { readonly inBulk?: true } = {},
): Session {
  const { redact = [], rules, responseTimeMs, aliases, baseUrls, since, until, client, samples } = selection
  // Client names are hashed in the counts and redacted elsewhere.
  const keys = client === undefined || client.in === 'recorded' ? redact : [...redact, client.name]
  const vocabulary = vocabularyOf(description.document)
  const redactor = createRedactor({ keys, vocabulary, personal: 'hidden', ...(samples && { samples }) })
  const inspector = createInspector(description, {
    redact: redactor,
    ...(rules !== undefined && { rules }),
    ...(responseTimeMs !== undefined && { responseTimeMs }),
  })
  const counter = createStatisticsCounter()
  const checker = createTrafficChecker({
    ...{ description, inspector, redactor },
    count: (operation, observation, checked) =>
      countResponseIn(counter, description.document, operation, observation, checked),
    counted: () => counter.result(),
    ...(inBulk && { inBulk }),
    ...(client && { clients: createClientCounter(client) }),
    ...(aliases && { aliases }),
    ...(baseUrls && { baseUrls }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  })
  return { ...checker, inspector }
}
