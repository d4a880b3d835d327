import {
  applicationView,
  applyForReason,
  fileApplication,
  findApplication,
  type LoanApplication,
  updateApplication,
  withdrawApplication,
} from '../applications.ts'
import { fileRedraw, redrawView } from '../redraws.ts'
import { fileRollover, rolloverView } from '../rollovers.ts'
import { type OperationName, type Route, type SubCall, subRoute } from '../route.ts'

/** Applications of a sub-account: for loans, redraws and rollovers. */
export const applicationRoutes: readonly Route[] = [
  subRoute('GET /sub-account/loans/applications', ({ state, account }) =>
    state.applications.filter(({ accountId }) => accountId === account.id).map(applicationView),
  ),
  subRoute('POST /sub-account/loans/applications', ({ state, account, body }) =>
    applicationView(fileApplication(state, account, body)),
  ),
  changeRoute('PATCH /sub-account/loans/applications/{id}', ({ body }, application) =>
    updateApplication(application, body),
  ),
  changeRoute('PATCH /sub-account/loans/applications/{id}/apply-for/{reason}', ({ path }, application) =>
    applyForReason(application, path('reason')),
  ),
  changeRoute('POST /sub-account/loans/applications/{id}/withdraw', (_call, application) =>
    withdrawApplication(application),
  ),
  subRoute('GET /sub-account/loans/redraws/applications', ({ state, account }) =>
    state.redraws.filter(({ accountId }) => accountId === account.id).map(redrawView),
  ),
  subRoute('POST /sub-account/loans/redraws/applications', ({ state, account, body }) =>
    redrawView(fileRedraw(state, account, body)),
  ),
  subRoute('POST /sub-account/loans/rollovers/applications', ({ state, account, body }) =>
    rolloverView(fileRollover(state, account, body)),
  ),
]

/** A route that changes one of the account's own applications and answers with it. */
function changeRoute(operation: OperationName, change: (call: SubCall, application: LoanApplication) => void): Route {
  return subRoute(operation, (call) => {
    const application = findApplication(call.state, call.account, call.path('id'))
    change(call, application)
    return applicationView(application)
  })
}
