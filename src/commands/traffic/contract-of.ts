import { basename, resolve } from 'node:path'
import type { Samples } from '../../drift/redaction/redact.ts'
import { toolError } from '../../model/errors.ts'
import { type ApiName, nameProblem, parseApiName } from '../../util/api-name.ts'
import { usesOf } from '../consumers/uses-of.ts'
import { pickApi, readSettings, type SettingFlags } from '../shell/settings.ts'
import type { Shell } from '../shell/shell.ts'

/** Flags that select the contract by name or address. */
export interface ContractFlags extends SettingFlags {
  readonly api?: string
  readonly description?: string
  readonly reportsDir?: string
  readonly samples?: Samples
}

/** Returns the contract, its config, and the folder for reports, if any. Throws USAGE. */
export async function contractOf(shell: Shell, flags: ContractFlags) {
  if (flags.api !== undefined && flags.description !== undefined)
    throw toolError('USAGE', ['Give --api or --description, not both.'])
  const config = await readSettings(shell, flags)
  const { policy, failOn, rules, specsDir } = config
  const api = flags.description === undefined ? pickApi(config, flags.api) : undefined
  const name = api?.name ?? nameOf(flags.description ?? '')
  const { baselineFile, readBaseline } = await import('../../history/baseline/store.ts')
  const options = {
    ...{ specsDir, policy, failOn, rules, api: name, cwd: shell.cwd, clock: shell.clock },
    description: flags.description ?? `${name}@latest`,
    baseline: await (api ? readBaseline(baselineFile(resolve(shell.cwd, specsDir), name)) : { entries: [] }),
    consumers: await usesOf(shell, config, api?.name),
    ...(flags.samples && { samples: flags.samples }),
    ...(api?.redact && { redact: api.redact }),
    ...(api?.responseTimeMs !== undefined && { responseTimeMs: api.responseTimeMs }),
  }
  const isReported = api !== undefined || flags.reportsDir !== undefined
  const reports = isReported ? resolve(shell.cwd, config.reportsDir, name) : undefined
  return { options, config, name, isKnown: api !== undefined, reports }
}

/** Derives a name for a contract without one from its file name, restricted to characters for folder names. */
function nameOf(address: string): ApiName {
  // Omit the query, which may contain a token, and the host, because a URL may contain a password.
  const path = URL.canParse(address) && /^https?:/i.test(address) ? new URL(address).pathname : address
  const plain = basename(path)
    .replace(/\.\w+$/, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  return parseApiName(nameProblem(plain) === undefined ? plain : 'api')
}
