import type { Amount } from '../money/money.ts'
import type { ApplicantInfo, ApplicationStatus } from './application.ts'
import type { Loan } from './loan.ts'

export interface RedrawApplication {
  readonly id: string
  readonly accountId: string
  readonly createdAt: Date
  readonly loan: Loan
  readonly fiatAmount: Amount
  readonly applicantInfo?: ApplicantInfo
  status: ApplicationStatus
}
