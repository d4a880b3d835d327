/** The parts of the answers that the flows read. That the answers have them is what the contract is checked for. */
export interface Loan {
  readonly id: string
  readonly status: string
  readonly fiatPrincipalAvailableToBorrow: number
  readonly pendingBorrowFiatPrincipalAmount: number
  readonly pendingWithdrawSecurityCryptoAmount: number
  readonly principalLeft: number
  readonly securityCryptoAmount: number
  readonly totalFee: number
}

export interface LoanOffer {
  readonly id: string
  readonly accountType: string
  readonly repaymentType: string
  readonly minFiatPrincipalAmount: number
  readonly maxFiatPrincipalAmount: number
}

export interface Application {
  readonly id: string
  readonly applyFor: string
  readonly status: string
  readonly fiatPrincipalAmount?: number
  readonly applicantInfo?: { readonly relationshipStatus?: string }
}

export interface LoanTransaction {
  readonly id: string
  readonly loanId: string
  readonly type: string
  readonly status: string
  readonly created: string
  readonly externalTransactionId: string
}

export interface Page<T> {
  readonly content: readonly T[]
  readonly number: number
  readonly size: number
  readonly totalElements: number
  readonly totalPages: number
}

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly field?: string
  readonly fields?: readonly string[]
}
