import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { threadId } from 'node:worker_threads'
import type { Inspection } from '../../drift/checking/inspect.ts'
import { toolError } from '../../model/errors.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { countResponse } from '../calls/count-response.ts'
import type { CallRecord } from '../calls/record.ts'
import type { OpenContract } from './open-contract.ts'

/** A recorded check of a response received by someone else's test, redacted: one line of a recording. */
export interface RecordedCheck {
  readonly v: 1
  readonly kind: 'check'
  readonly tool: string
  readonly api: string
  readonly description: { readonly name: string; readonly sha256: string }
  /** ISO 8601 UTC. */
  readonly at: string
  readonly call: CallRecord
}

interface CheckedCall {
  readonly operation: Operation
  readonly observation: Observation
  readonly inspection: Inspection
  readonly test: string
  readonly unmet?: string
}

/** Appends a check, if enabled. One file per thread and one write per line, because workers can be killed. Throws WRITE_FAILED. */
export function recordCheck({ record, api, description, redactor }: OpenContract, checked: CheckedCall): void {
  if (record === undefined) return
  const { operation, observation, inspection, test, unmet } = checked
  const { outcome, findings, notChecked } = inspection
  const { document } = description
  const statistics = outcome === 'received' ? countResponse(document, operation, observation) : undefined
  const call: CallRecord = {
    operation: operation.key,
    test: redactor.text(test),
    outcome,
    status: observation.status,
    unmet,
    curl: '',
    findings,
    notChecked: outcome === 'received' ? notChecked : [],
    milliseconds: observation.milliseconds,
    sent: [],
    statistics,
  }
  const line: RecordedCheck = {
    ...{ v: 1, kind: 'check', tool: 'specdrift', api },
    description: { name: document.name, sha256: document.sha256 },
    at: new Date().toISOString(),
    call,
  }
  const file = join(record, `checks-${process.pid}-${threadId}.ndjson`)
  try {
    mkdirSync(record, { recursive: true })
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  } catch (cause) {
    throw toolError('WRITE_FAILED', [file, cause instanceof Error ? cause.message : String(cause)], cause)
  }
}
