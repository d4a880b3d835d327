import { resolve } from 'node:path'
import { toolError } from '../../model/errors.ts'
import type { PartialResult } from '../../traffic/partial/partial.ts'
import { parseApiName } from '../../util/api-name.ts'
import { usesOf } from '../consumers/uses-of.ts'
import { type HistoryFlags, pastOfTraffic } from '../live/previous-runs.ts'
import type { FilterFlags } from '../shell/options/filters.ts'
import type { Destination } from '../shell/options/outputs.ts'
import { readSettings, type SettingFlags } from '../shell/settings.ts'
import { emit, type Shell } from '../shell/shell.ts'
import { endTraffic } from './end-traffic.ts'

/** Flags of `report merge` for partial results. */
export interface MergeResultsFlags extends SettingFlags, FilterFlags, HistoryFlags {
  readonly output?: string
  readonly out?: string
  readonly partial?: boolean
  readonly expand?: boolean
}

/** Merges partial results of `check --partial`. Returns false without doing anything if the files are reports. Throws USAGE for a mixture. */
export async function mergeTrafficResults(
  shell: Shell,
  files: readonly string[],
  destinations: readonly Destination[],
  flags: MergeResultsFlags,
): Promise<boolean> {
  const read = await Promise.all(files.map(async (file) => ({ file, partials: await partialsOf(shell, file) })))
  const partials = read.flatMap((each) => each.partials ?? [])
  if (partials.length === 0) {
    if (flags.partial === true) throw toolError('USAGE', ['--partial is of partial results, not of reports.'])
    return false
  }
  const other = read.find((each) => each.partials === undefined)
  if (other !== undefined) throw toolError('USAGE', [`${other.file} is no partial result, and the others are.`])
  const [{ finishPartials, mergePartials }, { baselineFile, readBaseline }] = await Promise.all([
    import('../../run/traffic/merge-partials.ts'),
    import('../../history/baseline/store.ts'),
  ])
  if (flags.partial === true) {
    await emit(shell, `${JSON.stringify(mergePartials(partials))}\n`, flags.output)
    return true
  }
  const config = await readSettings(shell, flags)
  const { cwd } = shell
  const { specsDir } = config
  const run = await finishPartials(partials, {
    ...{ cwd, specsDir, now: shell.clock() },
    consumers: (api) => usesOf(shell, config, Object.hasOwn(config.apis, api) ? api : undefined),
    baseline: async (api) => readBaseline(baselineFile(resolve(cwd, specsDir), parseApiName(api))),
  })
  const name = parseApiName(run.facts.api)
  const past = await pastOfTraffic(shell, config, { name, isKnown: Object.hasOwn(config.apis, name) }, flags)
  const output = flags.output ?? flags.out
  const folder = output === undefined ? undefined : resolve(cwd, output)
  await endTraffic(shell, run, { ...{ config, past, folder, name, destinations }, flags })
  return true
}

async function partialsOf(shell: Shell, file: string): Promise<readonly PartialResult[] | undefined> {
  const [{ readPartials }, { readText }] = await Promise.all([
    import('../../run/traffic/merge-partials.ts'),
    import('../../files/read-regular.ts'),
  ])
  if (file !== '-') {
    // Reading the files as reports will report the error.
    const text = await readText(resolve(shell.cwd, file)).catch(() => '')
    return readPartials(text, file)
  }
  const parts: Buffer[] = []
  for await (const chunk of shell.stdin) parts.push(Buffer.from(chunk))
  return readPartials(Buffer.concat(parts).toString(), 'stdin')
}
