import { type Finding, findingStates } from '../../model/finding.ts'
import { defineReporter, type Report } from '../../model/report.ts'
import { exitCodeOf } from '../build.ts'
import { allFindings, printable } from '../labels.ts'
import { coverageNames, shareOf } from '../summary/coverage-labels.ts'

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Metrics of a run for a Pushgateway or a textfile collector, in the OpenMetrics 1.0 text format. */
export default defineReporter({
  name: 'openmetrics',
  title: 'OpenMetrics for Prometheus',
  render(report) {
    const gauges = [
      gauge('specdrift_findings', 'Findings by kind, severity and state.', countsOf(report)),
      gauge('specdrift_exit_code', '0 clean, 1 findings that fail the run, 2 could not check.', [
        { value: exitCodeOf(report) },
      ]),
      ...liveOf(report),
      ...timesOf(report),
    ]
    const api = { api: report.api ?? 'unnamed', kind: report.kind }
    return `${gauges.map((text) => text(api)).join('')}# EOF\n`
  },
})

type Gauge = (common: Readonly<Record<string, string>>) => string

function gauge(name: string, help: string, samples: readonly Sample[], unit?: string): Gauge {
  return (common) => {
    if (samples.length === 0) return ''
    const head = [
      `# TYPE ${name} gauge`,
      ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
      `# HELP ${name} ${help}`,
    ]
    const lines = samples.map(({ labels, value }) => `${name}${labelsOf({ ...common, ...labels })} ${value}`)
    return `${[...head, ...lines].join('\n')}\n`
  }
}

/** Escapes backslashes and quotes in label values. `printable` has already escaped line breaks. */
function labelsOf(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => printable(text).replace(/[\\"]/g, '\\$&')
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `{${pairs.join(',')}}`
}

const severities = ['error', 'warning', 'info'] as const

/** Returns a sample for every combination, including zeros, so that graphs have no gaps and alerts no missing series. */
function countsOf(report: Report): Sample[] {
  const findings = allFindings(report)
  const kinds = report.kind === 'diff' || report.kind === 'changelog' ? ['contract'] : ['contract', 'drift']
  return kinds.flatMap((of) =>
    severities.flatMap((severity) =>
      findingStates.map((state) => ({
        labels: { of, severity, state },
        value: findings.filter((one) => kindOf(one) === of && one.severity === severity && one.state === state).length,
      })),
    ),
  )
}

const kindOf = ({ kind }: Finding): string => (kind === 'contract' ? 'contract' : 'drift')

function liveOf({ coverage, summary, kind }: Report): Gauge[] {
  if (kind === 'diff' || kind === 'changelog') return []
  const { operations, calls, drift } = summary
  // Object.keys returns string[]; the keys are those of the typed table.
  const counted = Object.keys(coverageNames) as readonly (keyof typeof coverageNames)[]
  const shares = coverage === undefined ? [] : counted.map((of) => ({ of, ...shareOf(coverage, of) }))
  return [
    gauge('specdrift_fixed_findings', 'Findings that are gone since the last run.', [{ value: drift.fixed }]),
    gauge('specdrift_calls', 'Calls that were made.', [{ value: calls }]),
    gauge(
      'specdrift_operations',
      'Operations by result.',
      (['total', 'called', 'inconclusive'] as const).map((of) => ({ labels: { of }, value: operations[of] })),
    ),
    gauge(
      'specdrift_coverage_ratio',
      'Covered share of the description.',
      shares
        .filter(({ total }) => total > 0)
        .map(({ of, seen, total }) => ({ labels: { of }, value: Number((seen / total).toFixed(4)) })),
      'ratio',
    ),
  ]
}

function timesOf(report: Report): Gauge[] {
  const { times, history } = report
  if (times === undefined) return []
  const ended = (Date.parse(times.startedAt) + times.milliseconds) / 1000
  const before = history?.trend.findLast(({ outcome }) => outcome === 'clean')?.startedAt
  const success = exitCodeOf(report) === 0 ? ended : before === undefined ? undefined : Date.parse(before) / 1000
  const durations = Object.values(times.exchanges ?? {}).map((milliseconds) => milliseconds / 1000)
  return [
    gauge(
      'specdrift_run_duration_seconds',
      'How long the run took.',
      [{ value: times.milliseconds / 1000 }],
      'seconds',
    ),
    gauge('specdrift_last_run_timestamp_seconds', 'When the run ended.', [{ value: ended }], 'seconds'),
    gauge(
      'specdrift_last_success_timestamp_seconds',
      'End of this run if it is clean, otherwise start of the last clean run.',
      success === undefined ? [] : [{ value: success }],
      'seconds',
    ),
    gauge(
      'specdrift_slowest_finding_seconds',
      'Slowest response among those with findings.',
      durations.length === 0 ? [] : [{ value: Math.max(...durations) }],
      'seconds',
    ),
  ]
}
