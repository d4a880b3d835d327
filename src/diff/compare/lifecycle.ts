import type { Json, JsonObject } from '../../model/json.ts'
import { own, ownString } from '../../util/json.ts'
import { stabilityLevels, sunsetDay } from '../../util/lifecycle.ts'

/** Returns `x-sunset` or `sunset` as written, or `undefined` if no sunset is announced. */
export function sunsetOf(node: Json | undefined): string | undefined {
  return ownString(node, 'x-sunset') || ownString(node, 'sunset') || undefined
}

/**
 * Returns whether a node is deprecated and its sunset has passed on `today` (`YYYY-MM-DD`). Dates can be ISO 8601 or HTTP-dates,
 * as in the Sunset header (RFC 8594 §3). False without `today` or with an invalid date.
 */
export function isRetired(node: JsonObject, today: string | undefined): boolean {
  return own(node, 'deprecated') === true && hasPassed(sunsetOf(node), today)
}

/** Returns whether a date is on or before `today`. */
export function hasPassed(sunset: string | undefined, today: string | undefined): boolean {
  const day = sunset === undefined ? undefined : sunsetDay(sunset)
  return today !== undefined && day !== undefined && day <= today
}

/** Returns whether the text is a known stability level. */
export function isStabilityLevel(text: string): boolean {
  return (stabilityLevels as readonly string[]).includes(text)
}

/** Returns a known `x-stability-level`, or `undefined`. */
export function stabilityOf(node: JsonObject): string | undefined {
  const level = ownString(node, 'x-stability-level')
  return isStabilityLevel(level) ? level : undefined
}

/** Returns whether the level is unknown, in which case it isn't compared. */
export function hasUnknownStability(node: JsonObject): boolean {
  return own(node, 'x-stability-level') !== undefined && stabilityOf(node) === undefined
}

/** Returns the level of an operation without a stability promise (draft or alpha). */
export function unstableLevel(node: JsonObject): string | undefined {
  const level = stabilityOf(node)
  return level === 'draft' || level === 'alpha' ? level : undefined
}
