import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  history,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import text from '../reporters/text.ts'
import { withoutControls } from './tree.ts'
import { widthOf } from './width.ts'

const linesOf = (rendered: string) => rendered.trimEnd().split('\n')
const paths = Array.from({ length: 12 }, (_, at) => `GET /main-account/things-${at}/{id}`)

/** So many findings of a live run over twelve operations. */
function drifts(count: number): Finding[] {
  return Array.from({ length: count }, (_, at) => {
    const operation = paths[at % 12] ?? ''
    const site = {
      operation,
      direction: 'response',
      part: '200 application/json',
      pointer: `/content/*/object${at}/field${at}`,
    } as const
    const severity = at % 3 === 0 ? 'warning' : 'error'
    const message = `is null, which field ${at} does not allow`
    return driftFinding({
      message,
      fingerprint: at.toString(16).padStart(16, '0'),
      severity,
      site,
      reaches: [operation],
    })
  })
}

const subjects = Array.from({ length: 49 }, (_, at) => {
  const operation = paths[at] ?? `POST /others-${at}`
  return { operation, calls: at < 25 ? 1 : 0, outcomes: { received: at < 25 ? 1 : 0 }, findings: 0 }
})
const because = 'target is read-only'
const notChecked = subjects
  .filter(({ calls }) => calls === 0)
  .map(({ operation }) => ({ operation, what: 'its responses', because, kind: 'not-called' as const }))
const run = (count: number) =>
  monitorReport({ subjects, notChecked, history: history(3), findings: [...drifts(count), contractFinding()] })

it('starts with the verdict and its numbers, including operations not called', () => {
  const [first] = linesOf(text.render(run(22), { colour: false }))
  expect(first).toBe(
    '✖ DRIFT lending b07 · 14 errors · 8 warnings · 13 of 49 operations clean · not called: 24 (target is read-only) · 2.9 s',
  )
  const [clean] = linesOf(text.render(monitorReport({ subjects, notChecked }), { colour: false }))
  expect(clean).toMatch(/^◐ PARTLY CHECKED lending b07 · 0 errors · 25 of 49 operations checked · not called: 24 /)
})

it('prints verdict, operations with findings and curl line, contract, blind spots, then what to do', () => {
  const rendered = text.render(run(8), { colour: false })
  const parts = [
    /^✖ DRIFT/,
    /^GET \/main/m,
    /^ {2}✖ 200/m,
    /^ {4}[0-9a-f]{16} /m,
    /^ {2}curl/m,
    /^contract /m,
    /^unchecked/m,
    /^\d+ findings at/m,
  ]
  const positions = parts.map((part) => rendered.search(part))
  expect(positions.every((at, index) => at > (positions[index - 1] ?? -1))).toBe(true)
  expect(rendered.match(/^GET /gm)).toHaveLength(rendered.match(/^ {2}curl /gm)?.length ?? 0)
})

it.each([
  [35, 80, 24],
  [35, 60, 24],
  [35, 120, 24],
  [400, 80, 24],
  [400, 60, 24],
  [35, undefined, undefined],
])('%i findings on %s columns fit three screens', (count, columns, rows) => {
  const view = { colour: true, links: 'file:///work/', ...(columns && { columns }), ...(rows && { rows }) }
  const lines = linesOf(text.render(run(count), view)).map(withoutControls)
  const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / (columns ?? 1000))), 0)
  expect(height).toBeLessThanOrEqual(72)
  const shown = lines.filter((line) => /^ {2}[✖▲] /.test(line)).length
  expect(shown).toBe(count === 35 ? 35 + 1 : shown)
  if (count === 400) expect(lines.filter((line) => line.startsWith('  curl ')).length).toBeGreaterThan(0)
  expect(lines.some((line) => /^\d+ of 400 findings are shown, the worst/.test(line))).toBe(count === 400)
})

it.each([60, 80])('on %i columns no line is wider, except curl lines, which users copy', (columns) => {
  const changes = diffReport({
    findings: manyFindings(60).map((finding) => ({ ...finding, kind: 'contract' as const })),
  })
  for (const report of [run(3), run(35), monitorReport(), changes, hostileReport()]) {
    const lines = linesOf(text.render(report, { colour: true, columns, links: 'file:///work/' })).map(withoutControls)
    expect(lines.filter((line) => widthOf(line) > columns && !/^ {2}(curl |"><script)/.test(line))).toEqual([])
  }
})

it('a long diff starts with its impact and shows the twenty worst changes, or all of them with --all', () => {
  const findings = Array.from({ length: 60 }, (_, at) => {
    const site = { component: `#/components/schemas/Thing${at % 3}`, pointer: `/properties/p${at}` }
    const severity = at < 4 ? 'error' : at < 10 ? 'warning' : 'info'
    const ruleId = at % 2 === 0 ? 'enum-widened' : 'type-changed'
    return contractFinding({
      site,
      severity,
      ruleId,
      message: `edit ${at}`,
      fingerprint: at.toString(16).padStart(16, '0'),
    })
  })
  const report = diffReport({ findings })
  const rendered = text.render(report, { colour: false })
  expect(linesOf(rendered).slice(0, 8)).toEqual([
    '✖ BREAKING lending b06 → b07 · 4 breaking · 6 risky · 50 compatible · next version: major · policy compat',
    '  Who is hit: breaking: 3 operations (GET /loans, GET /loans/{id}, POST /loans) · risky: 3 operations',
    '  What to do: Release it as a major version. Tell clients what they have to change, or keep the old form working. enum-widened: release a new major version. type-changed: release a new major version.',
    '',
    'Requests are refused (4 breaking in 3 operations · 6 risky in 3 operations)',
    '  2 breaking and 3 risky × enum-widened: 2 in Thing0, 2 in Thing2, Thing1.p4',
    '  2 breaking and 3 risky × type-changed: 2 in Thing0, 2 in Thing1, Thing2.p5',
    '',
  ])
  expect(rendered.match(/^ {2}[✖▲•] /gm)).toHaveLength(20)
  expect(rendered.match(/^ {2}[✖▲] /gm)).toHaveLength(10)
  expect(rendered).toContain('20 of 60 findings are shown, the worst: --all has them all.')
  const all = text.render(report, { colour: false, expand: true })
  expect(all.match(/^ {2}[✖▲•] /gm)).toHaveLength(60)
  expect(all).not.toContain('--all')
})

it('links source positions if the terminal supports it, and escapes hostile paths', () => {
  const rendered = text.render(monitorReport({ findings: [driftFinding()] }), {
    colour: false,
    links: 'file:///w%20k/',
  })
  const position = 'specs/lending/b07.yaml:812:9'
  expect(rendered).toContain(`\u001b]8;;file:///w%20k/specs/lending/b07.yaml\u001b\\${position}\u001b]8;;\u001b\\`)
  const file = 'a\u001b]8;;https://evil.example\u0007b #?.yaml'
  const hostile = text.render(
    monitorReport({ findings: [driftFinding({ source: { revision: { file, line: 1, column: 1 } } })] }),
    { colour: false, links: 'file:///work/' },
  )
  expect(withoutControls(hostile)).not.toContain('\u001b')
  expect(withoutControls(hostile)).not.toContain('\u0007')
  const git = driftFinding({ source: { revision: { file: 'git:HEAD:a.yaml', line: 1, column: 1 } } })
  expect(text.render(monitorReport({ findings: [git] }), { colour: false, links: 'file:///work/' })).not.toContain(
    '\u001b',
  )
})
