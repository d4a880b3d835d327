import { relative } from 'node:path'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { createRouter } from '../../drift/routing/route.ts'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { createUseCollector } from '../../traffic/consumers/collect.ts'
import { readPact } from '../../traffic/consumers/pact.ts'
import { useFile } from '../../traffic/consumers/store.ts'
import { allMembers } from '../../traffic/consumers/track-reads.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { addToFolder } from './add-to-file.ts'
import { usedExchangeOf } from './used-exchange.ts'

export interface PactImport {
  readonly file: string
  /** Name as given by the user. */
  readonly name: string
  /** Folder of the use files. */
  readonly folder: string
  readonly description: string
  readonly cwd: string
  readonly api?: string
}

/** Result of an import. */
export interface Imported {
  readonly consumer: string
  readonly written: string
  readonly exchanges: number
  /** Requests without a matching operation. */
  readonly unmatched: readonly string[]
  /** Number of interactions other than HTTP exchanges. */
  readonly skipped: number
  /** The file was imported before, so no use was added. */
  readonly isKnown: boolean
}

/** Adds the contents of a Pact file to its consumer's uses. Throws FILE_UNREADABLE, STORE_BROKEN, WRITE_FAILED. */
export async function importPact({ file, name, folder, description, cwd, api }: PactImport): Promise<Imported> {
  const text = await textOf(file, name)
  const pact = readPact(jsonOf(text, name))
  if (pact === undefined)
    throw toolError('STORE_BROKEN', [name, 'it is no Pact file: it has no `consumer.name` and `interactions`'])
  const described = describe(await loadDocument(description, { cwd }))
  const router = createRouter(described.operations)
  const collector = createUseCollector(described)
  const unmatched: string[] = []
  let exchanges = 0
  for (const exchange of pact.exchanges) {
    const operation = router.match(exchange.method, exchange.path)
    const used = operation && usedExchangeOf(operation, exchange)
    if (used === undefined) unmatched.push(`${exchange.method} ${exchange.path}`)
    else {
      collector.add({ ...used, reads: allMembers(used.json), readHeaders: Object.keys(exchange.headers) })
      exchanges++
    }
  }
  const { consumer, skipped } = pact
  const added = sha256(`${described.document.sha256} ${api ?? ''} ${text}`).slice(0, 16)
  const target =
    exchanges === 0
      ? { file: useFile(folder, consumer), isNew: true }
      : await addToFolder(folder, collector.result(consumer, 'pact', { api, added }))
  return { consumer, written: relative(cwd, target.file), exchanges, unmatched, skipped, isKnown: !target.isNew }
}

async function textOf(file: string, name: string): Promise<string> {
  return readText(file).catch((cause: unknown) => {
    throw toolError('FILE_UNREADABLE', [name, cause instanceof Error ? cause.message : String(cause)], cause)
  })
}

function jsonOf(text: string, name: string): Json {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw toolError('STORE_BROKEN', [name, 'it is not JSON'], cause)
  }
}
