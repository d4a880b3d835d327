import type { Json } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'

type Holds = (smaller: Json) => boolean

/** Removes properties, items and characters that a message doesn't need to satisfy `holds`, with at most `mostTries` calls. */
export function shrink(message: Json, holds: Holds, mostTries: number): Json {
  let tries = mostTries
  return shrunk(message, (smaller) => tries-- > 0 && holds(smaller))
}

function shrunk(value: Json, holds: Holds): Json {
  if (typeof value === 'string') return shortened(value, holds)
  if (Array.isArray(value)) return fewerItems(value, holds)
  if (!isObject(value)) return value
  let members = Object.entries(value)
  // Each attempt copies all members, and the number of attempts is limited.
  if (members.length > mostMembers) return value
  for (const member of members.toReversed()) {
    const others = members.filter((other) => other !== member)
    if (holds(Object.fromEntries(others))) members = others
  }
  members.forEach(([key, inner], at) => {
    const replaced = (smaller: Json) => members.with(at, [key, smaller])
    members = replaced(shrunk(inner, (smaller) => holds(Object.fromEntries(replaced(smaller)))))
  })
  return Object.fromEntries(members)
}

/** Shortens short lists item by item, long ones by halves. */
function fewerItems(list: readonly Json[], holds: Holds): Json {
  let items = list.length > 1 && holds(list.slice(0, 1)) ? list.slice(0, 1) : list
  while (items.length > mostItems) {
    const half = items.slice(0, items.length / 2)
    if (!holds(half)) break
    items = half
  }
  if (items.length <= mostItems) {
    for (const item of items.toReversed()) {
      const others = items.toSpliced(items.lastIndexOf(item), 1)
      if (others.length > 0 && holds(others)) items = others
    }
  }
  items.slice(0, mostItems).forEach((item, at) => {
    items = items.with(
      at,
      shrunk(item, (smaller) => holds(items.with(at, smaller))),
    )
  })
  return items
}

/** Keeps URLs and sentences whole, because they are easier to read that way. */
function shortened(text: string, holds: Holds): string {
  const half = text.slice(0, text.length / 2)
  return text.length > mostCharacters && holds(half) ? shortened(half, holds) : text
}

const [mostMembers, mostItems, mostCharacters] = [60, 4, 100]

export function isSimple(message: Json): boolean {
  if (typeof message === 'string') return message.length <= mostCharacters
  if (!isObject(message) && !Array.isArray(message)) return true
  const members: readonly Json[] = Object.values(message)
  return members.length < 2 && members.every(isSimple)
}
