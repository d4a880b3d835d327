import type { Amount } from '../money/money.ts'
import type { Loan } from './loan.ts'

/** Values of `applyFor`; DRAFT means no purpose yet. Only DRAFT is documented. */
export const applyForValues = ['LINE_OF_CREDIT', 'FIXED_TERM', 'DRAFT'] as const

export type ApplyFor = (typeof applyForValues)[number]

/** Statuses of an application. Only DRAFT is documented. */
export type ApplicationStatus = 'SUBMITTED' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'DRAFT'

/** The applicant, as far as the interface shows it. */
export interface ApplicantInfo {
  readonly relationshipStatus?: (typeof relationshipStatuses)[number]
}

/** Details that can be changed until an application is decided. */
export interface ApplicationDetails {
  applicantInfo?: ApplicantInfo
  loanOfferId?: string
  fiatPrincipalAmount?: Amount
  securityCryptoAmount?: Amount
  termInYears?: Amount
}

export interface LoanApplication {
  readonly id: string
  readonly accountId: string
  readonly createdAt: Date
  readonly details: ApplicationDetails
  applyFor: ApplyFor
  status: ApplicationStatus
  loan?: Loan
}

/** Relationship statuses; SINGLE is assumed, the others are documented. */
export const relationshipStatuses = ['SINGLE', 'DIVORCED', 'MARRIED_OR_DEFACTO', 'WIDOWED'] as const
