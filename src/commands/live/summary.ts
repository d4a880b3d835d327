import type { FindingState } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { printable } from '../../report/labels.ts'
import type { ApiEnd } from '../shell/apis.ts'
import type { ExitCode } from '../shell/shell.ts'

/** Report of an API, with its page relative to the working directory. */
export interface ApiReport {
  readonly report: Report
  readonly page: string
}

const shown: readonly FindingState[] = ['new', 'open', 'regressed', 'fixed']

/** Counts APIs by outcome and lists each with a report. */
export function summaryOf(ends: readonly ApiEnd[], reports: ReadonlyMap<string, ApiReport>, all: number): string {
  const width = Math.max(...ends.map(({ name }) => name.length))
  const count = (kind: Kind): string => {
    const number = ends.filter(({ code }) => kindOf(code) === kind).length
    return number === 0 ? '' : `${number} ${words[kind]}`
  }
  const counts = (['clean', 'drift', 'unchecked'] as const).map(count).filter((text) => text !== '')
  const lines = ends.map((end) => {
    const { report, page } = reports.get(end.name) ?? {}
    const rest = [resultOf(end, report), page].filter((text) => text !== undefined)
    return printable(`  ${marks[kindOf(end.code)]} ${end.name.padEnd(width)}  ${rest.join('  ')}`)
  })
  const run = ends.length === all ? `${all}` : `${ends.length} of ${all}`
  return `\n${run} APIs: ${counts.join(', ')}\n${lines.map((line) => `${line}\n`).join('')}`
}

type Kind = 'clean' | 'drift' | 'unchecked'

const words: Readonly<Record<Kind, string>> = {
  clean: 'clean',
  drift: 'with failing findings',
  unchecked: 'could not be checked',
}
const marks: Readonly<Record<Kind, string>> = { clean: '✔', drift: '✖', unchecked: '!' }

function kindOf(code: ExitCode): Kind {
  return code === 0 ? 'clean' : code === 1 ? 'drift' : 'unchecked'
}

function resultOf({ error, code }: ApiEnd, report: Report | undefined): string {
  if (error !== undefined) return error.split('\n', 1)[0] ?? ''
  if (report === undefined) return code > 2 ? 'stopped' : 'not run'
  if (report.couldNotCheck !== undefined) return report.couldNotCheck.message
  const { drift, operations } = report.summary
  const states = shown.flatMap((state) => (drift[state] > 0 ? [`${drift[state]} ${state}`] : []))
  const inconclusive = operations.inconclusive > 0 ? [`${operations.inconclusive} inconclusive`] : []
  const called = `${operations.called}/${operations.total} operations`
  return [called, ...states, ...inconclusive].join(' · ')
}
