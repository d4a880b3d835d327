import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circleIn, codeOf, importsOf, isTest, localImports, root, sources, textOf } from './testing/source-files.ts'

interface Row {
  /** As README.md writes it: rooms that share a row are separated by commas. */
  readonly rooms: string
  /** As README.md writes it: what it may import besides itself. */
  readonly may: string
  /** The same as room names, where README.md says it in a sentence. */
  readonly imports?: string
  /** What its own files may not hold, tests aside. */
  readonly mayNot?: readonly RegExp[]
}

const files = /from 'node:(fs|fs\/promises)'/
const network = /from '(node:(net|http|https|http2|dgram|dns|dns\/promises|tls)|undici)'|\bfetch\(/
const processes = /from 'node:child_process'/
const process = /from 'node:process'|\bprocess\./
const console = /\bconsole\./
const clock = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/
const pure = [files, network, processes, process, console, clock]
const middle = 'model util files description schema resources diff drift traffic config history report suite init'

/** The import table of README.md. */
const table: readonly Row[] = [
  { rooms: 'model', may: 'no other folder', mayNot: [...pure, /from 'node:/] },
  { rooms: 'util', may: 'model', mayNot: pure },
  { rooms: 'files', may: 'model', mayNot: [network, processes, console, clock] },
  { rooms: 'description', may: 'model util files', mayNot: [console] },
  { rooms: 'schema', may: 'model util', mayNot: pure },
  { rooms: 'diff', may: 'model util schema', mayNot: pure },
  { rooms: 'drift', may: 'model util schema resources', mayNot: [files, processes, console] },
  {
    rooms: 'diff/rules, drift/checks',
    may: 'model util',
    mayNot: [...pure, /\basync\b/, /\bawait\b/, /\bfingerprint\(/, /\bthrow\b/],
  },
  { rooms: 'suite/types', may: 'model util schema drift', mayNot: pure },
  { rooms: 'drift/statistics, resources', may: 'model util', mayNot: pure },
  { rooms: 'init', may: 'model util config', mayNot: pure },
  { rooms: 'traffic/proxy', may: 'model util', mayNot: [files, processes, process, console, clock] },
  { rooms: 'traffic', may: 'model util schema drift', mayNot: pure },
  { rooms: 'config', may: 'model util files description', mayNot: pure.filter((each) => each !== files) },
  {
    rooms: 'history, history/baseline, report, report/notify',
    may: 'model util files',
    mayNot: [processes, console, clock],
  },
  { rooms: 'traffic/consumers, diff/second-opinion', may: 'model util files', mayNot: [network, console, clock] },
  { rooms: 'suite', may: 'model util files description schema resources drift config', mayNot: [console] },
  { rooms: 'sandbox', may: 'util', mayNot: [files, processes, console] },
  { rooms: 'testing', may: 'everything but commands, cli', imports: `${middle} run sandbox` },
  {
    rooms: 'run',
    may: 'everything above except testing and sandbox',
    imports: middle,
    mayNot: [network, process, console, clock],
  },
  {
    rooms: 'commands, cli, program',
    may: 'everything except testing',
    imports: `${middle} run sandbox commands`,
  },
  {
    rooms: 'index, consumers-entry, capture-entry, architecture, workflows',
    may: '',
    imports: `${middle} run commands`,
  },
]

/** Packages that one room, or one file, keeps to itself. */
const keepers: Readonly<Record<string, RegExp>> = {
  ajv: /^(schema\/|description\/validation\/structure\.ts$)/,
  'ajv-formats': /^schema\//,
  re2js: /^schema\//,
  undici: /^drift\/transport\//,
  vitest: /^(suite|testing)\//,
  pg: /^history\/postgres\//,
  commander: /^commands\//,
  preact: /^report\//,
  'preact-render-to-string': /^report\//,
  hono: /^(sandbox|testing)\//,
  '@hono/node-server': /^(sandbox|testing)\//,
  zod: /^config\//,
  jiti: /^config\//,
}

const shared = new Set(['diff/wording.ts']) // Words of the parent room, which are leaves themselves.

function rowOf(file: string): Row | undefined {
  const rooms = (row: Row) => row.rooms.split(', ')
  const nested = file.split('/').slice(0, 2).join('/')
  return table.find((row) => rooms(row).includes(nested)) ?? table.find((row) => rooms(row).includes(roomOf(file)))
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/(\.test)?\.tsx?$/, '')
}

/** The imports of a file that its row does not list, as `file → imported`. */
function forbiddenImports(file: string): string[] {
  const row = rowOf(file)
  if (row === undefined) return [`${file} is in no room of the table`]
  return localImports(file)
    .filter((target) => !mayImport(file, row, target))
    .map((target) => `${file} → ${target}`)
}

function mayImport(file: string, row: Row, target: string): boolean {
  if (isTest(file) && (/^(testing|description|sandbox)\//.test(target) || roomOf(target) === roomOf(file))) return true
  const nested = target.split('/').slice(0, 2).join('/')
  const own = row.rooms.split(', ')
  const allowed = [...(row.imports ?? row.may).split(' '), ...own]
  if (own.some((room) => room.includes('/'))) {
    return file.startsWith(`${nested}/`) || allowed.includes(roomOf(target)) || shared.has(target)
  }
  return allowed.includes(roomOf(target)) || allowed.includes(nested)
}

describe('the import table', () => {
  it('holds for every file', () => {
    expect(sources.flatMap(forbiddenImports)).toEqual([])
  })

  it('keeps each room from what it may not do', () => {
    const violations = sources
      .filter((file) => !isTest(file))
      .flatMap((file) => {
        const text = codeOf(file)
        return (rowOf(file)?.mayNot ?? []).filter((pattern) => pattern.test(text)).map((each) => `${file} has ${each}`)
      })
      .filter((violation) => !exceptions.some((exception) => violation.startsWith(`${exception} `)))
    expect(violations).toEqual([])
  })

  it('keeps each package in its room', () => {
    const misplaced = sources
      .filter((file) => !isTest(file))
      .flatMap((file) => importsOf(file).map((specifier) => [file, packageOf(specifier)] as const))
      .filter(([file, name]) => Object.hasOwn(keepers, name) && !keepers[name]?.test(file))
    expect(misplaced).toEqual([])
  })

  it('lets nothing send a request past the gate', () => {
    const isShipped = (file: string): boolean => !isTest(file) && roomOf(file) !== 'testing'
    const importers = (target: string): string[] =>
      sources.filter((file) => isShipped(file) && localImports(file).includes(target))
    const naming = (name: RegExp): string[] => sources.filter((file) => isShipped(file) && name.test(codeOf(file)))
    // Only the gate issues permits, and only the caller that demands one reaches the network for it.
    expect(naming(/\bissuePermit\b/)).toEqual(['drift/harm/gate.ts', 'drift/harm/permit.ts'])
    expect(naming(/\bpermitToken\b/)).toEqual(['drift/harm/gate.ts', 'suite/running/session.ts'])
    expect(importers('drift/transport/attempt.ts')).toEqual(['drift/transport/call.ts'])
    expect(naming(/\brequirePermit\b/)).toEqual(['drift/harm/permit.ts', 'drift/transport/call.ts'])
  })

  it('is the one of README.md', () => {
    // A formatter pads the cells.
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replace(/ +/g, ' ')
    const missing = table.filter(({ rooms, may }) => may !== '' && !readme.includes(`| ${rooms} | ${may} |`))
    expect(missing.map(({ rooms }) => rooms)).toEqual([])
  })

  it('would catch a stray import', () => {
    const row = rowOf('diff/judge.ts')
    expect(row?.rooms).toBe('diff')
    expect(row !== undefined && mayImport('diff/judge.ts', row, 'drift/checking/inspect.ts')).toBe(false)
    expect(row !== undefined && mayImport('diff/judge.ts', row, 'util/text.ts')).toBe(true)
    expect(rowOf('diff/rules/enum-widened.ts')?.rooms).toBe('diff/rules, drift/checks')
  })
})

/** How many files that are not of one kind a reader takes in at a glance, with some air. */
const mostOnALevel = 18
/** Levels whose files are all of one kind: one rule, check or reporter each. */
const ofOneKind = new Set(['diff/rules', 'drift/checks', 'report/reporters', 'traffic/formats'])

/** The doors of the rooms that may otherwise not reach outside; the clock of a site is that of its reader's browser. */
const exceptions = ['report/write.ts', 'run/tool-version.ts', 'report/site/site-script.ts']

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

describe('house style', () => {
  it('keeps files to 400 lines', () => {
    const long = sources.flatMap((file) => {
      const lines = textOf(file).split('\n').length - 1
      return lines > 400 ? [`${file}: ${lines}`] : []
    })
    expect(long).toEqual([])
  })

  it('has no circle between files', () => {
    const graph = new Map(sources.filter((file) => !isTest(file)).map((file) => [file, localImports(file)]))
    expect(circleIn(graph)).toEqual([])
    expect(circleIn(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] })))).toEqual(['b', 'c', 'b'])
  })

  it('keeps about fifteen files on a level, where they are not of one kind', () => {
    const levels = new Map<string, number>()
    for (const file of sources.filter((each) => !isTest(each))) {
      levels.set(dirname(file), (levels.get(dirname(file)) ?? 0) + 1)
    }
    expect([...levels].filter(([level, count]) => count > mostOnALevel && !ofOneKind.has(level))).toEqual([])
  })

  it('keeps util small', () => {
    const util = sources.filter((file) => /^util\/[^/]*$/.test(file) && !isTest(file))
    expect(util.length).toBeLessThanOrEqual(12)
  })
})
