import type { Json, JsonObject } from '../../model/json.ts'
import { own, ownString } from '../../util/json.ts'
import { stabilityLevels, sunsetDay } from '../../util/lifecycle.ts'

/** `x-sunset` as written, or `sunset`; undefined when nothing is announced. */
export function sunsetOf(node: Json | undefined): string | undefined {
  return ownString(node, 'x-sunset') || ownString(node, 'sunset') || undefined
}

/**
 * Deprecated, with an announced sunset that lies behind `today` (`YYYY-MM-DD`). Dates may be ISO 8601 or HTTP-dates, as
 * in the Sunset header (RFC 8594 §3). Without `today` nothing is retired, nor with an unreadable date.
 */
export function isRetired(node: JsonObject, today: string | undefined): boolean {
  return own(node, 'deprecated') === true && hasPassed(sunsetOf(node), today)
}

/** Whether a written day lies on or before `today`. */
export function hasPassed(sunset: string | undefined, today: string | undefined): boolean {
  const day = sunset === undefined ? undefined : sunsetDay(sunset)
  return today !== undefined && day !== undefined && day <= today
}

/** Whether a text is one of the known levels. */
export function isStabilityLevel(text: string): boolean {
  return (stabilityLevels as readonly string[]).includes(text)
}

/** `x-stability-level`, when it is one of the known ones. */
export function stabilityOf(node: JsonObject): string | undefined {
  const level = ownString(node, 'x-stability-level')
  return isStabilityLevel(level) ? level : undefined
}

/** Whether a level is unknown: it is not compared. */
export function hasUnknownStability(node: JsonObject): boolean {
  return own(node, 'x-stability-level') !== undefined && stabilityOf(node) === undefined
}

/** Whether the level of an operation is below any promise of stability. */
export function unstableLevel(node: JsonObject): string | undefined {
  const level = stabilityOf(node)
  return level === 'draft' || level === 'alpha' ? level : undefined
}
