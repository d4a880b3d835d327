import type { UserConfig } from './src/config/schema.ts'

export default {
  apis: {
    lending: {
      suites: 'suites/lending/*.suite.ts',
      target: { baseUrlEnv: 'LENDING_BASE_URL', sandbox: true },
      crossCheck: true,
      // Calculators and searches.
      reads: [
        'POST /main-account/borrow-limits',
        'POST /main-account/loans/fixed-term/schedule',
        'POST /main-account/loans/line-of-credit/interest',
        'POST /main-account/loans/offer/preview',
        'POST /main-account/loans/offers/{loanOfferId}/*',
        'POST /*/loans/transactions',
      ],
      auth: [
        { prefix: '/main-account', type: 'bearer', env: 'LENDING_MAIN_TOKEN' },
        { prefix: '/sub-account', type: 'bearer', env: 'LENDING_SUB_TOKEN' },
      ],
    },
  },
  // The lending service publishes these changes as breaking, see specs/lending.
  policy: 'strict',
  // Used by the drift workflow, and by --notify.
  notify: [{ type: 'github-issue' }],
} satisfies UserConfig
