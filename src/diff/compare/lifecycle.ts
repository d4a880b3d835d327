import type { Json, JsonObject } from '../../model/json.ts'
import { own, ownString } from '../../util/json.ts'
import { stabilityLevels, sunsetDay } from '../../util/lifecycle.ts'

/** Returns `x-sunset` or `sunset` as written, or `undefined` if no sunset is announced. */
export function sunsetOf(node: Json | undefined): string | undefined {
  return ownString(node, 'x-sunset') || ownString(node, 'sunset') || undefined
}

/**
 * Returns whether a deprecated node's sunset has passed on `today` (`YYYY-MM-DD`). Accepts ISO 8601 and HTTP-dates (RFC 8594 §3).
 */
export function isRetired(node: JsonObject, today: string | undefined): boolean {
  return own(node, 'deprecated') === true && hasPassed(sunsetOf(node), today)
}

export function hasPassed(sunset: string | undefined, today: string | undefined): boolean {
  const day = sunset === undefined ? undefined : sunsetDay(sunset)
  return today !== undefined && day !== undefined && day <= today
}

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

/** Draft and alpha make no stability promise. */
export function unstableLevel(node: JsonObject): string | undefined {
  const level = stabilityOf(node)
  return level === 'draft' || level === 'alpha' ? level : undefined
}
