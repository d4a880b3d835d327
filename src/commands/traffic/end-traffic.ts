import type { Report } from '../../model/report.ts'
import type { FinishedRun } from '../../run/live/finish.ts'
import { endRun, type RunEnd } from '../live/live-end.ts'
import { renderOptions } from '../report/render-report.ts'
import { type FilterFlags, filtered } from '../shell/options/filters.ts'
import { type Destination, emitAll } from '../shell/options/outputs.ts'
import type { Shell } from '../shell/shell.ts'

/** Options for ending a run over recorded traffic. */
interface TrafficEnd extends Pick<RunEnd, 'config' | 'folder' | 'past' | 'notify'> {
  /** Name of the API or description. */
  readonly name: string
  readonly destinations: readonly Destination[]
  readonly flags: FilterFlags & { readonly expand?: boolean }
}

/** Prints, stores and notifies like a live run, and returns the report. */
export async function endTraffic(
  shell: Shell,
  run: FinishedRun,
  { name, destinations, flags, ...end }: TrafficEnd,
): Promise<Report | undefined> {
  const { loadReporter } = await import('../../report/load-reporter.ts')
  const options = renderOptions(shell, flags)
  return endRun(shell, run, {
    ...{ ...end, options },
    async print(report) {
      const shown = await filtered(report, flags)
      const render: Parameters<typeof emitAll>[2] = async (format, view) =>
        (await loadReporter(format)).render(shown, { ...options, ...view })
      await emitAll(shell, destinations, render, name)
    },
    written: (page) => shell.note(`  report     ${page}\n`),
  })
}
