import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { toolError } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'
import { mergeTraffic } from '../../traffic/partial/merge.ts'
import { startProxy } from '../../traffic/proxy/start-proxy.ts'
import { plural } from '../../util/text.ts'
import { type ReportOptions, selected, type TrafficSelection } from '../traffic/options.ts'
import { reportOf } from '../traffic/report-of.ts'
import { startChecker } from './checker-thread-host.ts'
import type { LiveFinding } from './messages.ts'

export interface ProxyRunOptions extends TrafficSelection, ReportOptions {
  /** An origin. */
  readonly target: URL
  readonly host?: string
  readonly port?: number
  readonly keepHost?: boolean
  readonly insecure?: boolean
  readonly record?: string
  /** Maximum bytes of a body kept for checking. */
  readonly mostBody: number
  /** Called with the URL once listening; the proxy ends when the promise resolves. */
  readonly whileListening: (url: string) => Promise<void>
  readonly onFinding: (finding: LiveFinding) => void
}

/** Forwards requests until stopped, and checks them in parallel. Throws USAGE, NOTHING_RECORDED, WRITE_FAILED. */
export async function runProxy(options: ProxyRunOptions): Promise<Report> {
  const { target, record, clock, cwd, specsDir, description: address, onFinding } = options
  const started = clock()
  if (target.pathname !== '/' || target.search !== '')
    throw toolError('USAGE', [`--target is an origin, as ${target.origin}: paths are forwarded as they are.`])
  if (record !== undefined && options.samples === 'none')
    throw toolError('USAGE', ['--record writes values, and --samples none keeps none: leave out one of them.'])
  const checker = await startChecker(
    {
      ...{ cwd, specsDir, description: address, origin: target.origin },
      selection: selected(options),
      ...(record !== undefined && { record }),
    },
    onFinding,
  )
  const { host, port, keepHost, insecure, mostBody } = options
  const proxy = await startProxy({
    ...{ url: target, mostBody, clock, onExchange: checker.take },
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(keepHost === true && { keepHost }),
    ...(insecure === true && { insecure }),
  }).catch(async (error: unknown) => {
    await checker.end()
    throw error
  })
  let failure: unknown
  await options.whileListening(proxy.url).catch((error: unknown) => {
    failure = error ?? new Error('it could not wait')
  })
  await proxy.close()
  // Otherwise the thread would keep the process alive and leave a temporary recording.
  const ended = checker.end()
  if (failure !== undefined) {
    await ended.catch(() => undefined)
    throw failure
  }
  const { result, skipped } = await ended
  const document = await loadDocument(address, { cwd, specsDir })
  const because = 'they came faster than they could be checked'
  const rows = skipped === 0 ? [] : [{ what: plural(skipped, 'exchange'), because }]
  return reportOf(
    { ...mergeTraffic([result]), notChecked: [...result.notChecked, ...rows] },
    { ...options, now: started, description: describe(document) },
  )
}
