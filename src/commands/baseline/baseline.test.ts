import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const shop = (values: string) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      responses:
        "200":
          description: The orders.
          content: { application/json: { schema: { type: string, enum: [${values}] } } }
`
const files = [
  { name: 'a.yaml', content: shop('OPEN') },
  { name: 'b.yaml', content: shop('OPEN, PAID') },
]
const cli = (cwd: string, line: string) => runCli(run, line.split(' '), { cwd })

describe('diff', () => {
  it("is clean if the API's baseline accepts the change, until the acceptance expires", async () => {
    await inFolder(files, async (cwd) => {
      await cli(cwd, 'snapshot add shop a.yaml --id v1')
      await cli(cwd, 'snapshot add shop b.yaml --id v2')
      const compare = () => cli(cwd, 'diff shop@previous shop@latest --json')
      const { code, stdout } = await compare()
      const { fingerprint } = JSON.parse(stdout).findings[0]
      expect(code).toBe(1)
      const accept = async (expires: string) => {
        const entry = { fingerprint, reason: 'announced', owner: 'team-a', expires }
        await writeFile(join(cwd, 'specs/shop/baseline.json'), JSON.stringify({ entries: [entry] }))
      }
      await accept('2026-11-20')
      expect((await compare()).code).toBe(0)
      expect((await cli(cwd, 'diff shop@v1 shop@v2')).stdout).toMatch(
        /^✔ ACCEPTED .* · 1 accepted breaking change · next version: major [\s\S]*\n {4}[0-9a-f]{16} \S+ · accepted · .*\n {4}accepted {2}by team-a until 2026-11-20: announced\n/,
      )
      expect((await cli(cwd, 'diff shop@previous shop@latest --today 2026-11-21')).code).toBe(1)
      await accept('2026-11-19')
      expect((await compare()).code).toBe(1)
      expect((await cli(cwd, 'diff shop@previous shop@latest')).stdout).toMatch(/^ {4}[0-9a-f]{16} \S+ · expired · /m)
    })
  })

  it('lists entries of the baseline that match nothing', async () => {
    await inFolder(files, async (cwd) => {
      await cli(cwd, 'snapshot add shop a.yaml --id v1')
      const entry = { ruleId: 'enum-widened', reason: 'announced', owner: 'team-a' }
      const live = { ...entry, fingerprint: 'b000000000000001', ruleId: 'null-conformance' }
      const entries = [{ ...entry, fingerprint: 'a000000000000001' }, live]
      await writeFile(join(cwd, 'specs/shop/baseline.json'), JSON.stringify({ entries }))
      const { code, stdout } = await cli(cwd, 'diff shop@v1 shop@v1')
      expect([code, stdout.match(/^hint .*/gm)]).toEqual([
        0,
        [expect.stringMatching(/a000000000000001 \(enum-widened\) matches no finding here\. /)],
      ])
      expect(stdout.replace(/\s+/g, ' ')).toContain('specdrift baseline prune shop --report report.json')
      await cli(cwd, 'diff shop@v1 shop@v1 --format json=report.json')
      expect((await cli(cwd, 'baseline prune shop --report report.json')).stdout).toMatch(
        /^removed a000000000000001 .*\n$/,
      )
      expect((await cli(cwd, 'diff a.yaml shop@v1')).stdout).not.toContain('hint')
    })
  })
})
