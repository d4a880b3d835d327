import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ToolError, toolError } from '../../../model/errors.ts'
import type { Json } from '../../../model/json.ts'
import type { Report } from '../../../model/report.ts'
import { keptFolder } from '../../../report/reports-folder.ts'
import { hashOf, momentOf } from '../../../report/site/digest.ts'
import { stepKey } from '../../../report/site/versions.ts'
import { own, ownArray, ownString } from '../../../util/json.ts'
import { byText } from '../../../util/text.ts'
import { parseReport, readReportText, requireWhole } from '../read-report.ts'

/** A given report, with the facts that decide whether it must be read completely. */
export interface GivenReport {
  readonly file: string
  readonly hash: string
  readonly api: string
  /** Start of the run; absent for a diff or changelog. */
  readonly startedAt?: string
  /** The contract change it shows. */
  readonly step?: string
}

export interface Problem {
  readonly file: string
  readonly error: ToolError
}

export interface Given {
  readonly reports: readonly GivenReport[]
  /** Number of reports already in the site. */
  readonly known: number
  readonly problems: readonly Problem[]
}

const names = new Set(['report.json', 'changelog.json'])
const batch = 32

/** Reads files, and all reports below folders. `skip`: a folder to ignore; `isKnown`: whether the site has the hash. */
export async function readGiven(
  paths: readonly string[],
  { cwd, skip, isKnown }: { readonly cwd: string; readonly skip: string; readonly isKnown: (hash: string) => boolean },
): Promise<Given> {
  const problems: Problem[] = []
  const note = (file: string) => (error: unknown) => {
    if (!(error instanceof ToolError)) throw error
    problems.push({ file, error })
    return []
  }
  const files = new Map<string, string>()
  for (const path of paths)
    for (const file of await filesOf(path, cwd, skip).catch(note(path))) files.set(resolve(cwd, file), file)
  const all = [...files.values()]
  const reports: GivenReport[] = []
  let known = 0
  for (let at = 0; at < all.length; at += batch) {
    const read = all.slice(at, at + batch).map(async (file) => {
      const text = await readReportText(file, cwd)
      const hash = hashOf(text)
      if (isKnown(hash)) known++
      else reports.push(givenOf(text, file, hash))
    })
    const done = await Promise.allSettled(read)
    for (const [index, result] of done.entries())
      if (result.status === 'rejected') note(all[at + index] ?? '')(result.reason)
  }
  const rank = new Map(all.map((file, index) => [file, index]))
  const inOrder = (a: { file: string }, b: { file: string }) => (rank.get(a.file) ?? -1) - (rank.get(b.file) ?? -1)
  return { reports: reports.sort(inOrder), known, problems: problems.sort(inOrder) }
}

/** Returns the file, or the reports below a folder. Throws NO_REPORT, FILE_UNREADABLE. */
async function filesOf(path: string, cwd: string, skip: string): Promise<readonly string[]> {
  const found = await stat(resolve(cwd, path)).catch(() => undefined)
  if (found?.isDirectory() !== true) return [path]
  const files: string[] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(resolve(cwd, folder), { withFileTypes: true }).catch((cause: Error): Dirent[] => {
      throw toolError('FILE_UNREADABLE', [folder, cause.message], cause)
    })
    for (const entry of entries.sort((a, b) => byText(a.name, b.name))) {
      const inner = join(folder, entry.name)
      if (entry.isFile() && names.has(entry.name)) files.push(inner)
      // Skips the kept copy of the last good run, whose report exists elsewhere. Links may form cycles.
      const isLeft = entry.name === keptFolder || entry.name === 'node_modules' || entry.name.startsWith('.')
      if (entry.isDirectory() && !isLeft && resolve(cwd, inner) !== skip) await walk(inner)
    }
  }
  await walk(path)
  if (files.length === 0) throw toolError('NO_REPORT', [join(path, 'report.json')])
  return files
}

function givenOf(text: string, file: string, hash: string): GivenReport {
  const root = lightly(text)
  // The full schema gives a better error. Otherwise the report is validated when it is shown.
  if (own(root, 'schemaVersion') !== 3 || ownString(root, 'kind') === '' || own(root, 'inputs') === undefined)
    parseReport(text, file)
  const api = ownString(root, 'api')
  if (api === '') throw toolError('USAGE', [`${file} has no API name, which a site needs.`])
  if (own(root, 'filter') !== undefined) requireWhole(parseReport(text, file), file)
  if (own(root, 'shard') !== undefined)
    throw toolError('USAGE', [`${file} is a shard: merge the shards of the run first.`])
  const isContract = ['diff', 'changelog'].includes(ownString(root, 'kind'))
  const startedAt = momentOf(ownString(own(root, 'times'), 'startedAt'))
  if (!isContract && startedAt === undefined) throw toolError('USAGE', [`${file} does not say when its run was.`])
  // Invalid inputs yield no step. The full validation happens when the report is shown.
  const inputs = own(root, 'inputs') as unknown as Report['inputs']
  const hasStep =
    own(own(own(root, 'inputs'), 'base'), 'sha256') !== undefined &&
    ownArray(root, 'findings').some((finding) => own(finding, 'kind') === 'contract')
  return {
    ...{ file, hash, api },
    ...(!isContract && startedAt !== undefined && { startedAt }),
    ...(!isContract && hasStep && { step: stepKey(inputs) }),
  }
}

function lightly(text: string): Json {
  try {
    // `JSON.parse` is typed `any` but returns JSON.
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}
