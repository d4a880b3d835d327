import { relative } from 'node:path'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { createRouter } from '../../drift/routing/route.ts'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { toObservation } from '../../traffic/checking/to-observation.ts'
import { createUseCollector } from '../../traffic/consumers/collect.ts'
import { useFile } from '../../traffic/consumers/store.ts'
import { allMembers } from '../../traffic/consumers/track-reads.ts'
import { readInteraction } from '../../traffic/reading/pact.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { own, ownString } from '../../util/json.ts'
import { addToFolder } from './add-to-file.ts'
import { usedByObservation } from './used-exchange.ts'

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
  const pact = jsonOf(text, name)
  const [consumer, interactions] = [ownString(own(pact, 'consumer') ?? null, 'name'), own(pact, 'interactions')]
  if (consumer === '' || !Array.isArray(interactions))
    throw toolError('STORE_BROKEN', [name, 'it is no Pact file: it has no `consumer.name` and `interactions`'])
  const described = describe(await loadDocument(description, { cwd }))
  const router = createRouter(described.operations)
  const collector = createUseCollector(described)
  const unmatched: string[] = []
  let [exchanges, skipped] = [0, 0]
  for (const exchange of interactions.map(readInteraction)) {
    if (exchange === undefined) {
      skipped++
      continue
    }
    const { method, url } = exchange.request
    const operation = router.match(method, url)
    // Consumers rely on every member and header named in their tests.
    const observation = { ...toObservation(exchange, url), unrecorded: undefined }
    const used = operation && usedByObservation(operation, observation)
    if (used === undefined) unmatched.push(`${method} ${url}`)
    else {
      collector.add({ ...used, reads: allMembers(used.json), readHeaders: Object.keys(observation.headers) })
      exchanges++
    }
  }
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
