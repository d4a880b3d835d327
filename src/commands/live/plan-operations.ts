import type { OperationPlan, PlannedValue } from '../../drift/reach/plan-values.ts'
import { ToolError } from '../../model/errors.ts'
import { printable } from '../../report/labels.ts'
import { plural } from '../../util/text.ts'
import type { PickedApi } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** Operations of an API in calling order, with the source of each value. */
export interface ApiPlan {
  readonly api: string
  readonly operations: readonly OperationPlan[]
}

/** Plans the values of calls from the latest snapshot, config and suites of an API, without calling anything. */
export async function planOperations(shell: Shell, specsDir: string, api: PickedApi): Promise<ApiPlan> {
  const [{ loadDocument }, { describe }, { planValues }] = await Promise.all([
    import('../../description/reading/load.ts'),
    import('../../description/dialects/operations.ts'),
    import('../../drift/reach/plan-values.ts'),
  ])
  const description = describe(await loadDocument(`${api.name}@latest`, { cwd: shell.cwd, specsDir }))
  const operations = planValues(description, {
    ...api,
    isReadOnly: api.target?.writable !== true && api.target?.sandbox !== true,
    suites: await suiteValues(shell, api),
  })
  return { api: api.name, operations }
}

async function suiteValues(shell: Shell, api: PickedApi) {
  const [{ listSuites }, { readSuiteValues }] = await Promise.all([
    import('../../suite/running/list.ts'),
    import('../../suite/running/suite-values.ts'),
  ])
  const files = await listSuites([api.suites], shell.cwd).catch((error: unknown) => {
    if (error instanceof ToolError && error.code === 'NO_SUITES') return []
    throw error
  })
  return readSuiteValues(files, shell.cwd)
}

/** Formats a plan for a terminal: each operation, followed by a line per value. */
export function planText(
  { api, operations }: ApiPlan,
  paste: (operation: string, values: readonly PlannedValue[]) => string,
): string {
  const lacking = operations.filter(({ missing }) => missing.length > 0).length
  const head = `${api}  ${plural(operations.length, 'operation')}, ${lacking === 0 ? 'no value is missing' : `${lacking} with a missing value`}\n`
  return `${head}${operations.map((one) => `\n${operationText(one, paste)}`).join('')}`
}

function operationText(
  { operation, leftOut, values, missing }: OperationPlan,
  paste: (operation: string, values: readonly PlannedValue[]) => string,
): string {
  const width = Math.max(0, ...values.map(({ location }) => location.length))
  const rows = [
    operation,
    ...(leftOut === undefined
      ? []
      : [
          `  ${leftOut.isSafeIfMade ? 'called only with what the run has made' : 'not called by generated requests'}: ${leftOut.because}`,
        ]),
    ...values.map((one) => `  ${one.location.padEnd(width)}  ${originText(one)}`),
    ...(missing.length === 0
      ? []
      : [`  missing: ${missing.map(({ location }) => location).join(', ')}; set ${paste(operation, missing)}`]),
  ]
  return `${rows.map(printable).join('\n')}\n`
}

const origins = {
  config: 'config',
  suite: 'suite',
  example: 'example of the description',
  generated: 'generated',
  missing: 'nothing gives one',
} as const

function originText({ from, value, candidates = [] }: PlannedValue): string {
  if (from !== 'captured') return `${origins[from]}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
  const [first, ...others] = candidates
  if (first === undefined) return ''
  const rest = [...new Set(others.map(({ operation }) => operation))].filter((one) => one !== first.operation)
  const more = rest.length === 0 ? '' : `; or from ${rest.slice(0, 2).join(', ')}`
  return `captured from ${first.operation}${whereText(first)}: ${first.reason}${more}`
}

function whereText({ from, at }: NonNullable<PlannedValue['candidates']>[number]): string {
  if (from === 'header') return ', its Location'
  if (from === 'key') return `, keys of ${at.replace(/\/\*$/, '') || 'the body'}`
  return at === '' || from === 'link' ? '' : `, ${at}`
}
