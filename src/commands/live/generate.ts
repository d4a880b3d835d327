import type { LiveSettings } from '../../config/live-options.ts'
import type { ApiConfig } from '../../config/schema.ts'
import type { GenerateMode } from '../../drift/generation/cases.ts'
import type { GenerateOptions } from '../../run/live/generated/generate-options.ts'

const modes: readonly GenerateMode[] = ['positive', 'negative', 'stateful']

/** Flags take precedence over the config. `--case` implies a mode. Undefined if no requests are generated. */
export function generateOptionsOf(flags: LiveSettings, api: Pick<ApiConfig, 'generate'>): GenerateOptions | undefined {
  const only = flags.case
  const ofCase =
    only === undefined ? undefined : modes.filter((mode) => only.startsWith('pos') === (mode === 'positive'))
  const wanted = flags.generate ?? ofCase ?? api.generate?.modes
  if (wanted === undefined) return undefined
  const maxCalls = flags.maxCalls ?? api.generate?.maxCalls
  return { modes: wanted, maxCalls, only }
}
