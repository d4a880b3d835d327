import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runStep, type Workflow } from '../testing/cli/workflow.ts'

const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'dist/cli.js')

const description = `
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans/{id}:
    get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Loan' } } } } } }
components:
  schemas:
    Loan: { type: object, required: [id], properties: { id: { type: integer }, status: { type: string, enum: [OPEN, CLOSED] } } }
`

/** Returns exchanges in a range of numbers. Some are undocumented, including every tenth status. */
const linesOf = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index
    const status = n % 10 === 0 ? 'LOST' : 'OPEN'
    return JSON.stringify({
      time: new Date(Date.UTC(2026, 10, 22) + n * 1000).toISOString(),
      request: { method: 'GET', url: n % 13 === 0 ? `/gone/${n}` : `/loans/${n}` },
      response: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: n % 17 === 0 ? String(n) : n, status }),
      },
    })
  })

let folder = ''
const run = (...argv: string[]) => spawnSync(process.execPath, [cli, ...argv], { cwd: folder, encoding: 'utf8' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-traffic-'))
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'traffic'))
  await mkdir(join(folder, 'partials'))
  await writeFile(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${cli}" "$@"\n`)
  await chmod(join(folder, 'bin/npx'), 0o755)
  await writeFile(join(folder, 'shop.yaml'), description)
  expect(run('snapshot', 'add', 'shop', 'shop.yaml')).toMatchObject({ status: 0 })
  await writeFile(join(folder, 'traffic/a.ndjson'), linesOf(0, 40).join('\n'))
  await writeFile(join(folder, 'traffic/b.ndjson.gz'), gzipSync(`${linesOf(40, 90).join('\r\n')}\r\n{"broken`))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns the report of a single run over all files. */
const whole = () => {
  const { stdout, status } = run('check', 'traffic', '--api', 'shop', '--format', 'json')
  expect(status).toBe(1)
  return JSON.parse(stdout)
}

describe('the matrix of docs/traffic.md', () => {
  it('produces the report of a single run', async () => {
    const page = await readFile(join(root, 'docs/traffic.md'), 'utf8')
    const block = /^```yaml\n(name: traffic\n.*?)^```$/ms.exec(page)?.[1] ?? ''
    // Tests validate what is read from it.
    const workflow = load(block) as Workflow
    const env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, HOME: folder, NO_COLOR: '1' }
    const step = async (job: string, name: string, expressions: Record<string, string> = {}) => {
      const found = workflow.jobs?.[job]?.steps?.find((each) => each.name === name)
      if (found === undefined) throw new Error(`the job ${job} has no step ${name}`)
      return runStep(workflow, found, { cwd: folder, env, expressions })
    }
    const plan = await step('plan', 'Plan')
    expect(plan).toMatchObject({ code: 0, outputs: { files: '["a.ndjson","b.ndjson.gz"]' } })
    for (const file of JSON.parse(plan.outputs.files ?? '')) {
      expect(await step('check', 'Check', { 'matrix.file': file })).toMatchObject({ code: 0 })
      // Simulates passing an artifact between jobs.
      await rename(join(folder, `partial-${file}.json`), join(folder, 'partials', `partial-${file}.json`))
    }
    expect(await step('merge', 'Merge')).toMatchObject({ code: 1 })
    const report = JSON.parse(await readFile(join(folder, 'reports/shop/report.json'), 'utf8'))
    expect(report).toEqual(whole())
    expect(report.traffic).toMatchObject({ records: 91, broken: 1, checked: 83, unmatched: 7 })
  }, 300_000)
})

/** Runs the job twice in one Spark session: on NDJSON, and on a table with the same exchanges. */
const twice = `
import runpy, sys
from pyspark.sql import SparkSession
job, command = sys.argv[1:]
def run(*arguments):
    sys.argv = [job, *arguments, "--api", "shop", "--specdrift", command]
    runpy.run_path(job, run_name="__main__")
run("traffic/*", "--partitions", "5", "--output", "lines.json")
SparkSession.builder.getOrCreate().read.json("whole.ndjson").repartition(3).write.parquet("table")
run("table", "--parquet", "--output", "table.json")
`

describe('the job for Apache Spark', () => {
  const python = process.env.PYTHON ?? 'python3'
  // Needs Java, and pyspark from PyPI, which .ci/run installs if Java is present.
  const isThere =
    spawnSync('java', ['-version']).status === 0 && spawnSync(python, ['-c', 'import pyspark']).status === 0

  it.skipIf(!isThere)(
    'makes the bytes of one run with two workers, of lines and of a table',
    async () => {
      await writeFile(join(folder, 'whole.ndjson'), linesOf(0, 90).join('\n'))
      await writeFile(join(folder, 'twice.py'), twice)
      const job = join(root, 'integrations/spark/specdrift_spark.py')
      const conf = '--conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1 --conf spark.log.level=ERROR'
      const { status, stderr } = spawnSync(python, ['twice.py', job, `"${process.execPath}" "${cli}"`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PYSPARK_PYTHON: python, PYSPARK_SUBMIT_ARGS: `--master local[2] ${conf} pyspark-shell` },
      })
      expect(status, stderr).toBe(0)
      const merged = (file: string) => run('report', 'merge', file, '--format', 'json').stdout
      expect(merged('lines.json')).toBe(run('check', 'traffic', '--api', 'shop', '--format', 'json').stdout)
      expect(merged('table.json')).toBe(run('check', 'whole.ndjson', '--api', 'shop', '--format', 'json').stdout)
    },
    300_000,
  )
})
