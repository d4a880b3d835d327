import { type OperationName, type Route, type SubCall, subChange, subRoute } from '../http/route.ts'
import {
  applicationView,
  applyForReason,
  fileApplication,
  findApplication,
  updateApplication,
  withdrawApplication,
} from '../loans/applications.ts'
import { fileRedraw, redrawView } from '../loans/redraws.ts'
import { fileRollover, rolloverView } from '../loans/rollovers.ts'
import type { LoanApplication } from '../model/application.ts'

/** Applications of a sub-account: for loans, redraws and rollovers. */
export const applicationRoutes: readonly Route[] = [
  subRoute('GET /sub-account/loans/applications', ({ state, account }) =>
    state.applications.filter(({ accountId }) => accountId === account.id).map(applicationView),
  ),
  subChange('POST /sub-account/loans/applications', ({ state, account, body }) =>
    applicationView(fileApplication(state, account, body)),
  ),
  changeRoute('PATCH /sub-account/loans/applications/{id}', ({ state, body }, application) =>
    updateApplication(state, application, body),
  ),
  changeRoute('PATCH /sub-account/loans/applications/{id}/apply-for/{reason}', ({ state, path }, application) =>
    applyForReason(state, application, path('reason')),
  ),
  changeRoute('POST /sub-account/loans/applications/{id}/withdraw', (_call, application) =>
    withdrawApplication(application),
  ),
  subRoute('GET /sub-account/loans/redraws/applications', ({ state, account }) =>
    state.redraws.filter(({ accountId }) => accountId === account.id).map(redrawView),
  ),
  subChange('POST /sub-account/loans/redraws/applications', ({ state, account, body }) =>
    redrawView(fileRedraw(state, account, body)),
  ),
  subChange('POST /sub-account/loans/rollovers/applications', ({ state, account, body }) =>
    rolloverView(fileRollover(state, account, body)),
  ),
]

/** Creates a route that changes one of the account's applications and returns it. */
function changeRoute(operation: OperationName, change: (call: SubCall, application: LoanApplication) => void): Route {
  return subChange(operation, (call) => {
    const application = findApplication(call.state, call.account, call.path('id'))
    change(call, application)
    return applicationView(application)
  })
}
