/** A server-sent event as an object (OpenAPI 3.2 §4.14.3.1). */
export type ServerSentEvent = { data?: string; event?: string; id?: string; retry?: number }

export interface Events {
  readonly events: readonly ServerSentEvent[]
  /** The stream ends within an event, which clients discard. */
  readonly isCut: boolean
}

/** Parses server-sent events (HTML §9.2.6). Like clients, ignores comments, unknown fields and events without data. */
export function readEvents(body: string): Events {
  const events: ServerSentEvent[] = []
  let [event, data]: [ServerSentEvent, string[]] = [{}, []]
  let isOpen = false
  const ends = /\r\n|\r|\n/g
  let start = body.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let end = ends.exec(body); end !== null; end = ends.exec(body)) {
    const line = body.slice(start, end.index)
    start = ends.lastIndex
    if (line === '') {
      if (data.length > 0) events.push({ ...event, data: data.join('\n') })
      ;[event, data, isOpen] = [{}, [], false]
    } else {
      readField(line, event, data)
      isOpen ||= !line.startsWith(':')
    }
  }
  return { events, isCut: isOpen || (start < body.length && body[start] !== ':') }
}

function readField(line: string, event: ServerSentEvent, data: string[]): void {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
  if (name === 'data') data.push(value)
  else if (name === 'event') event.event = value
  else if (name === 'id' && !value.includes('\0')) event.id = value
  else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value)
}
