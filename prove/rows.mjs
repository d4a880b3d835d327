// The rows of the interface document's Versioning table, how each shows in a live run, and why some runs can't show it.

const notSent = 'Only a request that changes something shows it, and the shipped configuration sends none.'
const bothNotSent = { 'contract shipped': notSent, 'service shipped': notSent }
const notCalled = 'Not breaking: a contract without the operation does not call it.'
const noNull = {
  contract: 'A service that never sends null keeps a contract that allows it.',
}

/**
 * `since`: the first build with the change. `shows`: a pattern for findings about it. `why`: the reason why a run finds nothing, by which side is
 * newer and how the target is configured. A reason for a run that does find the change is an error.
 */
export const rows = [
  {
    row: 'Enumerations and formats of parameters removed (parameter notes)',
    since: 'b02',
    shows: /: (unknown (asset|offer|account type)|currency (without an account|of another country))"/,
    why: {},
  },
  {
    row: 'Transaction type and status enumerations replaced',
    since: 'b03',
    shows: /\/loans\/transactions .*(, which is not among|: [A-Z_]+" failed)/,
    why: {},
  },
  {
    row: 'DRAFT added to application applyFor and status values',
    since: 'b04',
    shows: /DRAFT/,
    why: bothNotSent,
  },
  {
    row: 'PATCH /sub-account/loans/applications/{id} added',
    since: 'b04',
    isAddition: true,
    shows: /^\S+ PATCH \/sub-account\/loans\/applications\/\{id\} /,
    why: {
      contract: 'Not breaking: without the operation a service answers 404, as it does to an unknown application.',
      service: notCalled,
    },
  },
  {
    row: 'loanApplicationId added (optional) to transaction responses',
    since: 'b03',
    isAddition: true,
    shows: /loanApplicationId/,
    why: {
      contract: 'Not breaking: a service may leave an optional property out.',
    },
  },
  {
    row: 'relationshipStatus values replaced',
    since: 'b04',
    shows: /DIVORCED|MARRIED|WIDOWED/,
    why: {},
  },
  {
    row: 'initialBorrow, totalFee, totalRedraw made required in loan responses',
    since: 'b05',
    shows: /initialBorrow|totalFee|totalRedraw/,
    why: {
      service: 'A service that always sends them keeps a contract that does not ask for them.',
    },
  },
  {
    row: 'balance and currency made nullable in balance responses',
    since: 'b06',
    shows: /^null-conformance .*\/(balance|currency):/,
    why: noNull,
  },
  {
    row: 'memo made nullable in the crypto wallet response',
    since: 'b06',
    shows: /\/memo:/,
    why: noNull,
  },
  {
    row: 'businessDetails nullable in sub-account creation',
    since: 'b06',
    shows: /no business details, as null/,
    why: bothNotSent,
  },
  {
    row: 'GET /main-account/health added',
    since: 'b07',
    isAddition: true,
    shows: /GET \/main-account\/health/,
    why: { service: notCalled },
  },
  {
    row: 'email required and contactNumber optional in sub-account creation',
    since: 'b07',
    shows: /no e-mail|no contact number/,
    why: bothNotSent,
  },
  {
    row: 'MISSING_BANK_ACCOUNT added to webhook eventType',
    since: 'b07',
    shows: /MISSING_BANK_ACCOUNT/,
    why: bothNotSent,
  },
]

/** Determines which rows a run of a build against a contract found, and which of them are wrong. */
export function judge({ build, contract, mode, details }) {
  const newer = build > contract ? 'service' : 'contract'
  const between = rows.filter(({ since }) => build < since !== contract < since)
  const judged = between.map((row) => {
    const found = details.find((text) => row.shows.test(text))
    return { row, found, why: row.why[`${newer} ${mode}`] ?? row.why[newer] }
  })
  const where = `${mode}: build ${build} × contract ${contract}`
  return {
    ...{ build, contract, mode, newer, judged },
    wrong: [
      ...judged
        .filter(({ found, why }) => (found === undefined) === (why === undefined))
        .map(({ row, found }) =>
          found === undefined
            ? `${where}: nothing shows "${row.row}"`
            : `${where}: "${row.row}" is found, although a reason says that it cannot be: ${found}`,
        ),
      ...(between.length === 0 ? details.map((text) => `${where}: found in vain: ${text}`) : []),
    ],
  }
}
