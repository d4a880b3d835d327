import { createHash } from 'node:crypto'
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

function expectInOrder(page: string, texts: readonly string[]): void {
  const places = texts.map((text) => page.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

it('says the verdict, what was not checked, what is new, what is accepted, then every operation', () => {
  const known = driftFinding({ state: 'accepted', fingerprint: 'd000000000000002', message: 'is known' })
  const regressed = driftFinding({ state: 'regressed', fingerprint: 'd000000000000003', severity: 'info' })
  const notChecked = [{ operation: 'GET /loans', what: 'a pattern', because: 'it is odd' }]
  const findings = [known, regressed, contractFinding(), driftFinding()]
  expectInOrder(
    render(monitorReport({ findings, notChecked, history: history(3), hints: [{ message: 'h', n: 30 }] })),
    [
      '<h1>The live API drifted',
      '<h2>Inconclusive and not checked',
      '<form hidden',
      '<h2>Live API: 2 breaking',
      'id="f-d000000000000003"',
      '<h2>Contract, already published',
      '<h2>Accepted by the baseline',
      'id="f-d000000000000002"',
      '<h2>Fixed since the last run',
      '<h2>Trend',
      '<h2>Operations',
      '<h2>Coverage',
      '<h2>Hints',
    ],
  )
})

it('allows exactly its own style sheet and script, and refers to nothing outside', () => {
  const page = render(monitorReport({ findings: [contractFinding()], history: history(3) }))
  const hashOf = (tag: string) => {
    const [, text = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page) ?? []
    return `sha256-${createHash('sha256').update(text).digest('base64')}`
  }
  expect(page).toContain(
    `content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src '${hashOf('style')}'; script-src '${hashOf('script')}'"`,
  )
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/<link|<img|<iframe|\son\w+=|\ssrc=|\shref="(?!#)|\sstyle=/)
})

it('keeps hostile text inert', () => {
  const page = render(hostileReport())
  const body = page.slice(page.indexOf('<body>'), page.indexOf('<script>'))
  const tags = new Set(Array.from(body.matchAll(/<(\w+)/g), ([, name]) => name))
  for (const name of tags) expect(allowed).toContain(name)
})

const allowed =
  'body main header nav footer search form label input select option button section article h1 h2 h3 p a span code pre dl dt dd div ul li details summary table thead tbody tr th td svg rect line polyline figure figcaption'.split(
    ' ',
  )

it('shows opened what fails the run, unless that is a lot', () => {
  const opened = (count: number) => {
    const findings = manyFindings(count).map((finding) => ({ ...finding, kind: 'drift' as const }))
    return (render(monitorReport({ findings })).match(/<details open/g) ?? []).length
  }
  expect([opened(0), opened(6), opened(40)]).toEqual([0, 2, 0])
})

it('leaves the facts of many findings to the moment they are asked for, yet holds them all', () => {
  const page = render(monitorReport({ findings: manyFindings(201) }))
  expect(page.match(/<noscript><dl>/g)).toHaveLength(201)
  expect(page.match(/<dt>Repeat it/g)?.length).toBeGreaterThan(100)
  expect(render(monitorReport({ findings: manyFindings(200) }))).not.toContain('<noscript>')
})

it('gives an id to one element only, where a changelog contains a finding twice', () => {
  const { inputs, ...rest } = diffReport()
  const { base, revision } = inputs
  if (base === undefined || revision === undefined) throw new Error('a diff has two inputs')
  const entries = [
    { base, revision: base, findings: [contractFinding()] },
    { base, revision, title: 'again', findings: [contractFinding()] },
  ]
  const page = render(buildReport({ ...rest, inputs, toolVersion: '0', kind: 'changelog', changelog: entries }))
  expect(page.match(/id="f-c000000000000001"/g)).toHaveLength(1)
  expectInOrder(page, ['<h2>b07 · again: 1 breaking', 'id="f-', '<h2>b06: 1 breaking'])
})

it('calls a finding what the policy made of it, as its section counts it', () => {
  const page = render(diffReport({ policy: 'strict', findings: [contractFinding({ verdict: 'compatible' })] }))
  expect(page).toContain('<span class="tag">compatible, error by policy</span>')
})

it('does not pass an operation that could not be checked for a clean one', () => {
  const subjects = [{ operation: 'GET /loans', calls: 2, outcomes: { received: 1, gateway: 1 }, findings: 0 }]
  expect(render(monitorReport({ subjects }))).toContain('2 calls · inconclusive: gateway 1× · no findings')
})

it('draws the runs before this one and this one, and says what was not checked', () => {
  const page = render(monitorReport({ history: history(9), findings: [driftFinding()] }))
  expect(page).toContain('9 earlier runs since 2026-11-11; the last 9 and this one are shown')
  expect(page.match(/<rect class="inconclusive"/g)).toHaveLength(1)
  expect(page.match(/<tr><th scope="row">2026-11-/g)).toHaveLength(10)
  expect(page).toContain('<th scope="row">2026-11-20 08:00</th><td>b07</td><td>drift</td><td>1</td>')
  expect(render(monitorReport())).not.toContain('Trend')
})

it('says when a finding was first seen, and where in the live API a change was seen', () => {
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
