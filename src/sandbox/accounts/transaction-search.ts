import type { Fields } from '../http/fields.ts'
import type { Transaction } from '../model/loan.ts'
import { transactionStatuses, transactionTypes } from '../model/transaction.ts'

interface SortKey {
  readonly field: SortField
  readonly direction: 'ASC' | 'DESC'
}

const sortFields = ['created', 'updated', 'type', 'status', 'fiatAmount', 'cryptoAmount', 'id', 'loanId'] as const

type SortField = (typeof sortFields)[number]

const sortValues = {
  created: ({ created }) => created.getTime(),
  updated: ({ updated }) => updated.getTime(),
  type: ({ type }) => type,
  status: ({ status }) => status,
  fiatAmount: ({ fiatAmount }) => fiatAmount?.toNumber(),
  cryptoAmount: ({ cryptoAmount }) => cryptoAmount?.toNumber(),
  id: ({ id }) => sequenceOf(id),
  loanId: ({ loan }) => sequenceOf(loan.id),
} satisfies Record<SortField, (transaction: Transaction) => string | number | undefined>

/** Sorts newest first by default. Date bounds are inclusive, and a dateTo without a time covers the whole day. */
export function searchTransactions(transactions: readonly Transaction[], body: Fields): readonly Transaction[] {
  const filter = body.object('filter')
  const [from, to] = [readBound(body, 'dateFrom'), readBound(body, 'dateTo')]
  const types = filter.choices('types', transactionTypes)
  const statuses = filter.choices('statuses', transactionStatuses)
  const order = readOrder(body)
  const isWithin = (created: Date) => !(from && created < from) && !(to && created > to)
  const isOneOf = <T>(list: readonly T[], value: T) => list.length === 0 || list.includes(value)
  return transactions
    .filter(({ created, type, status }) => isWithin(created) && isOneOf(types, type) && isOneOf(statuses, status))
    .sort(comparator(order))
}

function readBound(body: Fields, name: 'dateFrom' | 'dateTo'): Date | undefined {
  if (!body.has(name) || body.isEmptyText(name)) return undefined
  const time = body.time(name)
  const isWholeDay = name === 'dateTo' && !body.text(name).includes('T')
  return isWholeDay ? new Date(time.getTime() + 86_400_000 - 1) : time
}

function readOrder(body: Fields): readonly SortKey[] {
  const single = readSortKey(body)
  const sorting = body.objects('sorting').flatMap(readSortKey)
  if (sorting.length > 0) return sorting
  return single.length > 0 ? single : [{ field: 'created', direction: 'DESC' }]
}

function readSortKey(fields: Fields): readonly SortKey[] {
  const direction = fields.isEmptyText('direction') ? 'ASC' : fields.choice('direction', ['ASC', 'DESC'])
  if (fields.isEmptyText('field')) return []
  return [{ field: fields.choice('field', sortFields), direction }]
}

/** Compares by each key in turn, then by identifier in the direction of the first key. */
function comparator(order: readonly SortKey[]): (a: Transaction, b: Transaction) => number {
  const keys = [...order, { field: 'id', direction: order[0]?.direction ?? 'ASC' } satisfies SortKey]
  return (a, b) => {
    for (const { field, direction } of keys) {
      const difference = compare(sortValues[field](a), sortValues[field](b))
      if (difference !== 0) return direction === 'DESC' ? -difference : difference
    }
    return 0
  }
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0
  if (a === undefined) return 1
  return b === undefined || a < b ? -1 : 1
}

/** Returns the number at the end of an identifier, so that 'transaction-10' sorts after 'transaction-9'. */
function sequenceOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}
