import type { Amount } from '../money/money.ts'
import type { ApplicantInfo, ApplicationStatus } from './application.ts'
import type { Loan } from './loan.ts'

/** New terms of a rollover: the two variants of the application. */
export type RolloverTerms =
  | { readonly rolloverType: 'CREDIT_LINE'; readonly fiatLoanLimit: Amount }
  | { readonly rolloverType: 'FIXED_TERM'; readonly termInYears: Amount }

/** An application to continue a loan on new terms. */
export interface RolloverApplication {
  readonly id: string
  readonly accountId: string
  readonly createdAt: Date
  readonly loan: Loan
  readonly terms: RolloverTerms
  readonly applicantInfo?: ApplicantInfo
  status: ApplicationStatus
}
