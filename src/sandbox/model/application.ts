import type { Amount } from '../money/money.ts'
import type { Loan } from './loan.ts'

/** What an application can apply for; DRAFT: nothing yet. Only DRAFT is stated. */
export const applyForValues = ['LINE_OF_CREDIT', 'FIXED_TERM', 'DRAFT'] as const

/** One of `applyForValues`. */
export type ApplyFor = (typeof applyForValues)[number]

/** Statuses of an application. Only DRAFT is stated. */
export type ApplicationStatus = 'SUBMITTED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'DRAFT'

/** Who applies, as far as the interface shows it. */
export interface ApplicantInfo {
  readonly relationshipStatus?: (typeof relationshipStatuses)[number]
}

/** What can be filled in and changed before an application is decided. */
export interface ApplicationDetails {
  applicantInfo?: ApplicantInfo
  loanOfferId?: string
  fiatPrincipalAmount?: Amount
  securityCryptoAmount?: Amount
  termInYears?: Amount
}

/** An application for a loan. */
export interface LoanApplication {
  readonly id: string
  readonly accountId: string
  readonly createdAt: Date
  readonly details: ApplicationDetails
  applyFor: ApplyFor
  status: ApplicationStatus
  loan?: Loan
}

/** The relationship statuses; SINGLE is assumed, the others are stated. */
export const relationshipStatuses = ['SINGLE', 'DIVORCED', 'MARRIED_OR_DEFACTO', 'WIDOWED'] as const
