import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  history,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import { buildReport } from '../build.ts'
import html from './html.tsx'

const render = (report: Report) => html.render(report, { colour: false })
const dataOf = (page: string): string => / id="data">([\w+/=]*)<\/script>/.exec(page)?.[1] ?? ''

function expectInOrder(page: string, texts: readonly string[]): void {
  const positions = texts.map((text) => page.indexOf(text))
  expect(positions).not.toContain(-1)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
}

it('shows verdict, numbers, facts, runs and coverage, then findings, unchecked parts, trend and maps', () => {
  const known = driftFinding({ state: 'accepted', fingerprint: 'd000000000000002', message: 'is known' })
  const regressed = driftFinding({ state: 'regressed', fingerprint: 'd000000000000003', severity: 'info' })
  const notChecked = [{ operation: 'GET /loans', what: 'a pattern', because: 'it is odd' }]
  const findings = [known, regressed, contractFinding(), driftFinding()]
  expectInOrder(
    render(monitorReport({ findings, notChecked, history: history(3), hints: [{ message: 'h', n: 30 }] })),
    [
      '<h1 id="verdict">',
      'class="tiles"',
      'class="facts"',
      'class="strip"',
      'class="coverage"',
      '<h2>Live API',
      'id="f-d000000000000003"',
      '<h2>Contract, already published',
      '<h2>Accepted by the baseline',
      'id="f-d000000000000002"',
      '<h2>Fixed since the last run',
      '<h2>Parts that were not checked',
      '<h2>Hints',
      '<h2>Trend',
      '>Response times</h3>',
      '<h2>Operations by checks',
      '<h2>Coverage by operation',
    ],
  )
})

it('allows only its own style sheet and script, and has no external references', () => {
  const page = render(monitorReport({ findings: [contractFinding()], history: history(3) }))
  const hashOf = (tag: string) => {
    const [, text = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page) ?? []
    return `sha256-${createHash('sha256').update(text).digest('base64')}`
  }
  expect(page).toContain(
    `content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src '${hashOf('style')}'; script-src '${hashOf('script')}'"`,
  )
  expect(page.match(/<script/g)).toHaveLength(2)
  const own = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
  expect(own).not.toMatch(
    /<link|<img|<iframe|\son\w+=|\ssrc=|\shref="(?!#|https:\/\/specdrift\.github\.io\/specdrift\/docs\/rules\/)|\sstyle=/,
  )
})

it('renders hostile text inert', () => {
  const page = render(hostileReport())
  const body = page.slice(page.indexOf('<body>'), page.indexOf('<script'))
  const tags = new Set(Array.from(body.matchAll(/<(\w+)/g), ([, name]) => name))
  for (const name of tags) expect(allowed).toContain(name)
})

const allowed =
  'body main nav header footer section article h1 h2 h3 h4 p a b i span code pre mark dl dt dd div ul ol li details summary button table thead tbody tr th td svg g text rect line polyline circle title figure figcaption'.split(
    ' ',
  )

it('embeds the data of its script as one compressed block', () => {
  const report = monitorReport({ findings: [contractFinding(), driftFinding()] })
  const data = JSON.parse(inflateRawSync(Buffer.from(dataOf(render(report)), 'base64')).toString())
  expect(data.sections.flatMap(({ findings }: { findings: unknown[] }) => findings)).toEqual(report.findings)
})

it('renders cards for few findings and lines for many', () => {
  const few = render(monitorReport({ findings: manyFindings(60) }))
  expect(few.match(/<dl class="more">/g)).toHaveLength(60)
  expect(few).not.toContain('<div id="listed">')
  const many = render(monitorReport({ findings: manyFindings(61) }))
  const [, plain = ''] = /<div id="listed">([\s\S]*?)<\/div>/.exec(many) ?? []
  expect(plain.match(/\n/g)).toHaveLength(61)
})

it('has unique ids even if a changelog contains a finding twice', () => {
  const { inputs, ...rest } = diffReport()
  const { base, revision } = inputs
  if (base === undefined || revision === undefined) throw new Error('a diff has two inputs')
  const entries = [
    { base, revision: base, findings: [contractFinding()] },
    { base, revision, title: 'again', findings: [contractFinding()] },
  ]
  const page = render(buildReport({ ...rest, inputs, toolVersion: '0', kind: 'changelog', changelog: entries }))
  expect(page.match(/ id="f-c000000000000001"/g)).toHaveLength(1)
  expectInOrder(page, ['<h2>b07 · again', ' id="f-', '<h2>b06'])
})

it('labels a finding by its severity from the policy', () => {
  const page = render(diffReport({ policy: 'strict', findings: [contractFinding({ verdict: 'compatible' })] }))
  expect(page).toContain('compatible, error by policy')
})

it('does not count an inconclusive operation as clean', () => {
  const subjects = [{ operation: 'GET /loans', calls: 2, outcomes: { received: 1, gateway: 1 }, findings: 0 }]
  const page = render(monitorReport({ subjects }))
  expect(page).toContain('Inconclusive:</span> 0 of 1 operation')
  expect(page).toContain('<td class="none" title="inconclusive">')
})

it('shows the trend including this run, and unchecked parts', () => {
  const page = render(monitorReport({ history: history(9), findings: [driftFinding()] }))
  expect(page).toContain('9 earlier runs since 11 Nov 2026')
  expect(page.match(/<rect class="none"/g)).toHaveLength(1)
  expect(page.match(/<tr id="run-/g)).toHaveLength(10)
  expect(page).toContain('20 Nov 2026, 08:00 UTC</th><td>b07 · 7</td><td>drift</td><td>1</td>')
  expect(render(monitorReport())).not.toContain('Trend')
})

it('shows when a finding was first seen, and where a change was observed live', () => {
  const cause = {
    kind: 'provider-changed',
    evidence: 'green on 2026-11-19',
    firstSeen: '2026-11-19T08:00:00Z',
  } as const
  const observed = { kind: 'already-live', evidence: 'already live since 2026-11-02' } as const
  const page = render(monitorReport({ findings: [driftFinding({ cause }), contractFinding({ observed })] }))
  expect(page).toContain('<dt>Cause</dt><dd>the provider changed: green on 2026-11-19</dd>')
  expect(page).toContain('<dt>Live</dt><dd>already live since 2026-11-02</dd>')
})

it('names the changed component instead of a direction', () => {
  const site = { component: '/components/schemas/Status', direction: 'both', pointer: '' } as const
  expect(render(diffReport({ findings: [contractFinding({ site })] }))).toContain(
    '<code>Status</code> may now be POSTPONED',
  )
})
