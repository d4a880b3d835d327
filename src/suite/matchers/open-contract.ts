import { isAbsolute, resolve } from 'node:path'
import process from 'node:process'
import { loadConfig } from '../../config/load.ts'
import type { Config } from '../../config/schema.ts'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { createInspector, type Inspector } from '../../drift/checking/inspect.ts'
import { createRedactor, type Redactor } from '../../drift/redaction/redact.ts'
import { vocabularyOf } from '../../drift/redaction/vocabulary.ts'
import { createRouter, type Router } from '../../drift/routing/route.ts'
import { toolError } from '../../model/errors.ts'
import type { Description } from '../../model/operation.ts'
import { meant } from '../../util/text.ts'
import { environmentSecrets } from '../connection/secrets.ts'
import type { ContractOptions } from './public-types.ts'

export interface OpenContract {
  readonly api: string
  readonly description: Description
  readonly inspector: Inspector
  readonly router: Router
  readonly redactor: Redactor
  /** Folder to record checks in. */
  readonly record?: string
}

const opened = new Map<string, { readonly pending: Promise<OpenContract>; contract?: OpenContract }>()

/** Loads the contract, cached per set of options. Throws UNKNOWN_API, CONFIG_INVALID and the errors of reading the description. */
export function openContract(options: ContractOptions = {}): OpenContract | Promise<OpenContract> {
  const {
    cwd = process.cwd(),
    api = process.env.SPECDRIFT_API,
    description,
    record = process.env.SPECDRIFT_RECORD,
  } = options
  const key = JSON.stringify([cwd, api, description, record])
  const known = opened.get(key)
  if (known !== undefined) return known.contract ?? known.pending
  const entry: { pending: Promise<OpenContract>; contract?: OpenContract } = {
    pending: load(cwd, api, description, record),
  }
  opened.set(key, entry)
  entry.pending.then(
    (contract) => {
      entry.contract = contract
    },
    // The next check retries and reports the error.
    () => opened.delete(key),
  )
  return entry.pending
}

async function load(cwd: string, named?: string, address?: string, record?: string): Promise<OpenContract> {
  const config = await loadConfig(cwd)
  const api = named ?? onlyApi(config, address)
  const { specsDir, rules } = config
  const own = Object.hasOwn(config.apis, api) ? config.apis[api] : undefined
  if (own === undefined && address === undefined) throw unknown(api, config)
  const description = describe(await loadDocument(address ?? `${api}@latest`, { cwd, specsDir }))
  const redactor = createRedactor({
    keys: own?.redact ?? [],
    values: environmentSecrets(process.env),
    vocabulary: vocabularyOf(description.document),
  })
  const { responseTimeMs } = own ?? {}
  const options = { redact: redactor, rules, responseTimeMs }
  return {
    ...{ api, description, redactor },
    inspector: createInspector(description, options),
    router: createRouter(description.operations),
    ...(record !== undefined && record !== '' && { record: isAbsolute(record) ? record : resolve(cwd, record) }),
  }
}

function onlyApi({ apis }: Config, address: string | undefined): string {
  const [only, another] = Object.keys(apis)
  if (only !== undefined && another === undefined) return only
  if (address !== undefined) return 'api'
  const names = Object.keys(apis).join(', ')
  throw toolError('USAGE', [
    only === undefined
      ? 'No API to check responses by: run `specdrift init`, or give a description.'
      : `Which API? Set SPECDRIFT_API, or give { api }: ${names}.`,
  ])
}

function unknown(api: string, { apis }: Config): Error {
  return toolError('UNKNOWN_API', [api, meant(api, Object.keys(apis))])
}
