import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { createRedactor } from '../../drift/redaction/redact.ts'
import { vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { toolError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import { locationOf } from '../../report/labels.ts'
import { createSession } from '../traffic/session.ts'
import type { CheckerContext, CheckerEvent, CheckerRequest } from './messages.ts'
import { openRecorder, recordedOf } from './record.ts'

/** Checks and records the exchanges of a proxy sequentially. */
export interface ExchangeChecker {
  receive(request: CheckerRequest): Promise<void>
}

/** Opens a checker. Throws the errors of `loadDocument`, NO_OPERATIONS, WRITE_FAILED. */
export async function openChecker(
  context: CheckerContext,
  emit: (event: CheckerEvent) => void,
): Promise<ExchangeChecker> {
  const { cwd, specsDir, selection, record, origin } = context
  const description = describe(await loadDocument(context.description, { cwd, specsDir }))
  if (description.operations.length === 0) throw toolError('NO_OPERATIONS', [context.description])
  const session = createSession(description, selection)
  const { names, ...others } = vocabularyOf(description.document)
  // The target's IP address is configuration, not personal data: without it, `--base-url` could not match recorded URLs.
  const target = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
  const vocabulary = { ...others, names: new Set([...names, target]) }
  const redactor = createRedactor({ keys: selection.redact ?? [], vocabulary, personal: 'hidden' })
  const recorder = record === undefined ? undefined : await openRecorder(record, cwd, redactor)
  const known = new Set<string>()
  const show = (finding: Finding): void => {
    if (known.has(finding.fingerprint) || finding.severity === 'info') return
    known.add(finding.fingerprint)
    const { severity, ruleId, site, message } = finding
    emit({ finding: { severity, ruleId, location: locationOf(site), message } })
  }
  return {
    async receive(request) {
      if ('end' in request) {
        await recorder?.close()
        emit({ result: session.result() })
        return
      }
      session.record()
      try {
        const { unread } = request.exchange
        if (unread === undefined) {
          const exchange = recordedOf(request.exchange, origin)
          for (const finding of session.check(exchange)) show(finding)
          recorder?.add(exchange)
        } else session.broken(unread)
      } catch (error) {
        // An unreadable exchange, such as `OPTIONS *`, is counted.
        session.broken(error instanceof Error ? error.message : String(error))
      }
      emit({ done: request.bytes })
    },
  }
}
