import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { planRequest } from '../../drift/planning/plan.ts'
import { isRead, leftOutOf, requiredInput } from '../../drift/reach/settings.ts'
import { ToolError } from '../../model/errors.ts'
import type { NotChecked } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { inOrder } from '../../resources/order.ts'
import type { SuiteContext } from '../api/context.ts'
import type { CallOptions } from '../api/options.ts'
import type { SuiteFile } from '../calls/notes.ts'
import type { SuiteNotes } from '../calls/record.ts'
import { mentionedInOtherFiles } from './mentions.ts'
import { hasRun, touchedByAll } from './session.ts'

interface RemainingParts {
  readonly file: SuiteFile
  readonly context: SuiteContext
  readonly description: Description
  readonly touched: Set<string>
  declare(operation: Operation, options: CallOptions): void
}

/** Declares a test for each safe operation that no suite file has called so far and no other one names. */
export function declareRemaining({ file, context, description, touched, declare }: RemainingParts): void {
  const { api, cwd } = context
  // Producers of identifiers come before their consumers.
  const safe = inOrder(description).filter((operation) => isRead(operation, context))
  const ran = (path: string): boolean => hasRun(relative(cwd, path).replaceAll('\\', '/'))
  const elsewhere = mentionedInOtherFiles({ path: file.path, api }, ran, safe)
  const isLeft = ({ key }: Operation): boolean => !touchedByAll().has(key) && !elsewhere.has(key)
  for (const operation of safe.filter(isLeft)) {
    touched.add(operation.key)
    const because = leftOutOf(operation, description, context)?.because ?? unplannable(operation, description, context)
    if (because === undefined) declare(operation, { as: 'responds', captured: true, expect: 'documented' })
    else declareSkipped(operation, because, () => file.here().notes)
  }
  // vitest rejects a file without tests, and there may be no remaining operation.
  test('every safe operation is called', () => {
    expect(safe.filter(isLeft).map(({ key }) => key)).toEqual([])
  })
}

function unplannable(operation: Operation, description: Description, { parameters }: SuiteContext): string | undefined {
  try {
    planRequest(operation, requiredInput(parameters, operation), description)
    return undefined
  } catch (cause) {
    if (cause instanceof ToolError) return cause.message
    throw cause
  }
}

function declareSkipped(operation: Operation, because: string, notes: () => SuiteNotes): void {
  test(operation.key, ({ skip }) => {
    const row: NotChecked = { operation: operation.key, what: 'its responses', because, kind: 'not-called' }
    notes().notChecked.push(row)
    skip(because)
  })
}
