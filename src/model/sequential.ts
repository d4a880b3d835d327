/** How a sequential media type separates its items (OpenAPI 3.2 §4.14.3.1). */
export type Sequence = 'lines' | 'records' | 'events' | 'parts'

/** Returns how the items of a media type without parameters are separated; undefined if it has none. */
export function sequenceOfType(bare: string): Sequence | undefined {
  if (bare.startsWith('multipart/')) return 'parts'
  if (bare === 'text/event-stream') return 'events'
  if (bare === 'application/json-seq' || bare.endsWith('+json-seq')) return 'records'
  return /^application\/(?:jsonl|x-jsonl|jsonlines|x-jsonlines|ndjson|x-ndjson|stream\+json)$/.test(bare)
    ? 'lines'
    : undefined
}
