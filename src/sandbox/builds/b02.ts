import { Fields, isObject } from '../http/fields.ts'
import { type TransactionStatus, type TransactionType, transactionStatuses } from '../model/transaction.ts'
import { type BuildStep, mapObjects, without } from './build.ts'

type FormerType = 'AUTO_REPAYMENT' | 'BORROW' | 'REPAYMENT' | 'TOP_UP_COLLATERAL' | 'WITHDRAW_COLLATERAL'
type FormerStatus = 'FAILED' | 'PENDING' | 'SUCCESS'

const formerTypes: Readonly<Record<FormerType, readonly TransactionType[]>> = {
  AUTO_REPAYMENT: ['AUTO_FIAT_REPAY', 'AUTO_SECURITY_REPAY'],
  BORROW: ['FIAT_BORROW'],
  REPAYMENT: ['FIAT_REPAY', 'SECURITY_REPAY'],
  TOP_UP_COLLATERAL: ['SECURITY_DEPOSIT'],
  WITHDRAW_COLLATERAL: ['SECURITY_WITHDRAWAL'],
}

const settled: readonly TransactionStatus[] = ['COMPLETED', 'ROLLED_BACK']

const formerStatuses: Readonly<Record<FormerStatus, readonly TransactionStatus[]>> = {
  FAILED: ['ROLLED_BACK'],
  PENDING: transactionStatuses.filter((status) => !settled.includes(status)),
  SUCCESS: ['COMPLETED'],
}

/** Before the current transaction types and statuses, and before transactions referenced their application. */
export const b02: BuildStep = {
  convertRequest(request) {
    const { filter } = request.body
    if (!request.operation.endsWith('/loans/transactions') || !isObject(filter)) return request
    const fields = new Fields(request.body).object('filter')
    const types = fields.choices('types', namesOf(formerTypes)).flatMap((type) => formerTypes[type])
    const statuses = fields.choices('statuses', namesOf(formerStatuses)).flatMap((status) => formerStatuses[status])
    return { ...request, body: { ...request.body, filter: { ...filter, types, statuses } } }
  },
  convertResponse(body, operation) {
    if (!operation.endsWith('/loans/transactions')) return body
    return mapObjects(body, (object) => {
      if (!Object.hasOwn(object, 'externalTransactionId')) return object
      const type = namesOf(formerTypes).find((name) => includes(formerTypes[name], object.type))
      const status = namesOf(formerStatuses).find((name) => includes(formerStatuses[name], object.status))
      return { ...without(object, 'loanApplicationId'), type, status }
    })
  },
}

function includes(list: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && list.includes(value)
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[]
}
