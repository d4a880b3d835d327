import type { JsonObject } from '../../model/json.ts'
import { own, ownString } from '../../util/json.ts'

/** `x-sunset` as written, or `sunset`; undefined when nothing is announced. */
export function sunsetOf(node: JsonObject): string | undefined {
  return ownString(node, 'x-sunset') || ownString(node, 'sunset') || undefined
}

/**
 * Deprecated, with an announced sunset that lies behind `today` (`YYYY-MM-DD`). Dates may be ISO 8601 or HTTP-dates, as
 * in the Sunset header (RFC 8594 §3). Without `today` nothing is retired, nor with a date nobody can read.
 */
export function isRetired(node: JsonObject, today: string | undefined): boolean {
  return own(node, 'deprecated') === true && hasPassed(sunsetOf(node), today)
}

/** Whether a written day lies on or before `today`. */
export function hasPassed(sunset: string | undefined, today: string | undefined): boolean {
  const day = sunset === undefined ? Number.NaN : Date.parse(sunset)
  return today !== undefined && !Number.isNaN(day) && new Date(day).toISOString().slice(0, 10) <= today
}

/** Stability levels from least to most, `stable` when none is given. */
const stabilityLevels = ['draft', 'alpha', 'beta', 'stable'] as const

/** `x-stability-level`, when it is one of the known ones. */
export function stabilityOf(node: JsonObject): string | undefined {
  const level = ownString(node, 'x-stability-level')
  return (stabilityLevels as readonly string[]).includes(level) ? level : undefined
}

/** The level of an operation that promised nothing to its clients yet. */
export function unstableLevel(node: JsonObject): string | undefined {
  const level = stabilityOf(node)
  return level === 'draft' || level === 'alpha' ? level : undefined
}
