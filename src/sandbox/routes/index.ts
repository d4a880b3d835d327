import type { Route } from '../http/route.ts'
import { applicationRoutes } from './applications.ts'
import { balanceRoutes } from './balances.ts'
import { calculatorRoutes } from './calculator.ts'
import { depositRoutes } from './deposits.ts'
import { mainAccountRoutes } from './main-account.ts'
import { offerRoutes } from './offers.ts'
import { subLoanRoutes } from './sub-loans.ts'

/** All 49 operations of the interface. */
export const routes: readonly Route[] = [
  ...calculatorRoutes,
  ...balanceRoutes,
  ...depositRoutes,
  ...offerRoutes,
  ...mainAccountRoutes,
  ...subLoanRoutes,
  ...applicationRoutes,
]
