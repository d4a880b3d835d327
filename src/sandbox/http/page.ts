import { invalid } from './refusal.ts'

export interface PageRequest {
  /** 0 for the first page. */
  readonly number: number
  readonly size: number
}

/** The page envelope of the interface document. */
export interface Page<T> {
  readonly content: readonly T[]
  readonly empty: boolean
  readonly first: boolean
  readonly last: boolean
  readonly number: number
  readonly size: number
  readonly totalElements: number
  readonly totalPages: number
}

/** Maximum page size; assumed. */
const maxPageSize = 100

/** Maximum page number. The later descriptions have nine digits, the earlier one an int32. Assumed. */
const maxPageNumber = 999_999_999

/** Reads pageNumber (default 0) and pageSize (default 10); throws unless they are integers within range. */
export function readPage(query: (name: string) => string | undefined): PageRequest {
  return {
    number: readWhole('pageNumber', query('pageNumber') ?? '0', 0, maxPageNumber),
    size: readWhole('pageSize', query('pageSize') ?? '10', 1, maxPageSize),
  }
}

/** Returns one page of a list; empty beyond the end. */
export function pageOf<T>(items: readonly T[], { number, size }: PageRequest): Page<T> {
  const content = items.slice(number * size, (number + 1) * size)
  const totalPages = Math.ceil(items.length / size)
  return {
    content,
    empty: content.length === 0,
    first: number === 0,
    last: number >= totalPages - 1,
    number,
    size,
    totalElements: items.length,
    totalPages,
  }
}

function readWhole(field: string, text: string, least: number, most: number): number {
  const digits = least === 0 ? /^\d{1,9}$/ : /^[1-9]\d{0,8}$/
  const value = digits.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw invalid(field, `a whole number from ${least} to ${most}`, text)
}
