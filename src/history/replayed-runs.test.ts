import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { databases, type TestDatabase } from '../testing/servers/postgres-server.ts'
import { parseApiName } from '../util/api-name.ts'
import { fileHistory } from './file-history.ts'
import type { DatabaseAddress } from './postgres/address.ts'
import { migrate } from './postgres/migrate.ts'
import { postgresHistory } from './postgres/postgres-history.ts'
import { inTransaction } from './postgres/session.ts'
import { importHistory } from './postgres/transfer.ts'
import type { FindingFacts, RunRecord } from './run-record.ts'
import { type History, historyFile, ledgerOf } from './store.ts'

/** `SPECDRIFT_HISTORIES=1000` imports that number into each PostgreSQL; files always have 1,000. */
const inDatabase = Number(process.env.SPECDRIFT_HISTORIES ?? 40)
const api = parseApiName('shop')
const operations = ['GET /a', 'GET /b', 'GET /c']
const fingerprints = ['f0', 'f1', 'f2', 'f3']
const operationOf = (fingerprint: string): string => operations[Number(fingerprint.slice(1)) % 3] ?? ''

/** Deterministic pseudo-random numbers in [0, 1) (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns runs in recorded order with overlapping starts and jumping clocks. */
function drawRuns(random: () => number): readonly RunRecord[] {
  const present = new Set<string>()
  const starts = new Set<number>()
  const runs = Array.from({ length: 2 + Math.floor(random() * 12) }, (_, index): RunRecord => {
    const years = random() < 0.1 ? 70 : random() < 0.1 ? -5 : 0
    let start = Date.UTC(2026 + years, 10, 20, 8, index) - Math.floor(random() * 300_000)
    while (starts.has(start)) start++
    starts.add(start)
    for (const each of fingerprints) if (random() < 0.3) present.has(each) ? present.delete(each) : present.add(each)
    const version = random() < 0.2 ? 'b' : 'a'
    const isOutage = random() < 0.1
    const called = isOutage ? [] : operations.filter(() => random() < 0.8)
    return {
      ...{ v: 3, kind: 'run', snapshot: version, sha256: version, target: 'sandbox', milliseconds: 1, calls: 1 },
      ...{ outcome: isOutage ? 'outage' : 'drift', startedAt: new Date(start).toISOString() },
      counts: { error: 0, warning: 0, info: 0, accepted: 0 },
      ...(random() < 0.25 && { partial: true }),
      ...{ operations, checks: ['null-conformance'] },
      findings: [...present].filter((each) => called.includes(operationOf(each))).sort(),
      inconclusive: operations.filter((each) => !called.includes(each)),
    }
  })
  // Facts are found in any line.
  const holders = fingerprints.map((fingerprint) => {
    const seeing = runs.filter(({ findings }) => findings.includes(fingerprint))
    return [fingerprint, seeing[Math.floor(random() * seeing.length)]] as const
  })
  return runs.map((run) => {
    const facts = holders.flatMap(([fingerprint, holder]) => (holder === run ? [factsOf(fingerprint)] : []))
    return { ...run, ...(facts.length > 0 && { facts }) }
  })
}

function factsOf(fingerprint: string): FindingFacts {
  const operation = operationOf(fingerprint)
  return { fingerprint, ruleId: 'null-conformance', operation, location: `${operation} x`, pointer: '' }
}

/** Duplicates lines as `merge=union` does. */
function doubled(runs: readonly RunRecord[], random: () => number): readonly RunRecord[] {
  return runs.flatMap((run, index) => (random() < 0.2 ? [run, ...runs.slice(0, index)] : [run]))
}

interface Replayed {
  readonly state: 'new' | 'open' | 'regressed'
  readonly cause: string
  readonly runs: number
  readonly since: string
}

/** Reference implementation: derives the record of a finding by iterating over all runs, without summaries and facts. */
function replay(runs: readonly RunRecord[], fingerprint: string): Replayed {
  const seen = (run: RunRecord): boolean => run.findings.includes(fingerprint)
  const isFull = (run: RunRecord): boolean => run.outcome !== 'outage' && run.partial !== true
  const isGreen = (run: RunRecord): boolean =>
    isFull(run) && !seen(run) && !run.inconclusive.includes(operationOf(fingerprint))
  const sightings = runs.flatMap((run, at) => (run.outcome !== 'outage' && seen(run) ? [at] : []))
  const cameAt = sightings.filter(
    (at, nth) => nth === 0 || runs.slice(sightings[nth - 1], at).some((run) => isGreen(run)),
  )
  const came = cameAt.at(-1) ?? 0
  const before = runs.slice(0, came).filter((run) => run.outcome !== 'outage')
  const full = before.findLast(isFull)
  const checked = full !== undefined && !full.inconclusive.includes(operationOf(fingerprint)) ? full : undefined
  const held = runs[came]?.sha256
  const unknown = before.length === 0 ? 'never-conformed' : 'unknown'
  const known = checked?.sha256 === held ? 'provider-changed' : 'contract-changed'
  return {
    state: sightings.length === 1 ? 'new' : cameAt.length > 1 ? 'regressed' : 'open',
    cause: checked === undefined ? unknown : known,
    runs: sightings.filter((at) => at >= came).length,
    since: sightings.map((at) => runs[at]?.startedAt ?? '').sort()[0] ?? '',
  }
}

/** Returns the records that a history derives for all findings. */
function derived(history: History): Readonly<Record<string, Omit<Replayed, 'state'>>> {
  const records = Object.entries(ledgerOf(history, 'sandbox').findingRecords).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    records.map(([name, { cause, runs = 0, first }]) => [name, { cause: cause.kind, runs, since: first.startedAt }]),
  )
}

function expected(runs: readonly RunRecord[]): Readonly<Record<string, Omit<Replayed, 'state'>>> {
  const seen = fingerprints.filter((each) => runs.some(({ findings }) => findings.includes(each)))
  return Object.fromEntries(
    seen.map((each) => {
      const { state: _, ...rest } = replay(runs, each)
      return [each, rest]
    }),
  )
}

const textOf = (lines: readonly RunRecord[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

it('1,000 random histories in files agree with the reference implementation', async () => {
  await inFolder([], async (folder) => {
    for (let seed = 0; seed < 1000; seed++) {
      const random = randomOf(seed)
      const runs = drawRuns(random)
      await writeFile(historyFile(folder, api), textOf(doubled(runs, random)))
      expect(derived((await fileHistory(folder, api).read()).history), `history ${seed}`).toEqual(expected(runs))
    }
  })
})

describe.each(databases)('in %s', (_, start) => {
  let database: TestDatabase
  let address: DatabaseAddress
  beforeAll(async () => {
    database = await start()
    address = { name: 'the database', url: database.url }
    await migrate(address)
  }, 300_000)
  afterAll(() => database.close())

  it('random histories agree with the reference implementation in every row', { timeout: 3_600_000 }, async () => {
    await inFolder([], async (folder) => {
      await mkdir(folder, { recursive: true })
      for (let seed = 0; seed < inDatabase; seed++) {
        const random = randomOf(seed)
        const runs = drawRuns(random)
        await writeFile(historyFile(folder, api), textOf(doubled(runs, random)))
        await importHistory({ folder, address, api, replace: true })
        const { history } = await postgresHistory(address, api).read()
        expect(derived(history), `history ${seed}`).toEqual(expected(runs))
        const rows = await inTransaction(address, { mode: 'read' }, ({ query }) =>
          query(
            `SELECT position, fingerprint, state, cause, first_seen FROM specdrift.findings JOIN specdrift.runs ON id = run_id
             WHERE outcome <> 'outage' ORDER BY position, fingerprint`,
          ),
        )
        const replayed = runs.flatMap((run, index) =>
          run.findings.map((fingerprint) => {
            const { state, cause, since } = replay(runs.slice(0, index + 1), fingerprint)
            return { position: String(index + 1), fingerprint, state, cause, first_seen: new Date(since) }
          }),
        )
        expect(rows, `history ${seed}`).toEqual(replayed)
      }
    })
  })
})
