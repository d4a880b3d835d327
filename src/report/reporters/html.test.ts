import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contractFinding, driftFinding, hostileReport, monitorReport } from '../../testing/sample-report.ts'
import html from './html.tsx'

const render = (report: Parameters<typeof html.render>[0]) => html.render(report, { colour: false })

it('says the verdict, then the findings, then every operation', () => {
  const page = render(monitorReport({ findings: [contractFinding(), driftFinding()] }))
  const order = ['<h1>The live API drifted', '<h2>Live API', '<h2>Contract, already published', '<h2>Operations']
  const places = order.map((text) => page.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('allows exactly its own style sheet and nothing else', () => {
  const page = render(monitorReport())
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page).toContain(
    `content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-${hash}'"`,
  )
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\ssrc=|\shref=|\sstyle=/)
})

it('keeps hostile text inert', () => {
  const page = render(hostileReport())
  expect(page).not.toMatch(/<script|<img/)
  const tags = new Set(Array.from(page.matchAll(/<(\w+)/g), ([, name]) => name))
  for (const name of tags) expect(allowed).toContain(name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/)
})

const allowed =
  'html head meta title style body main header footer section article h1 h2 h3 p span code pre dl dt dd div ul li details summary table thead tbody tr th td'.split(
    ' ',
  )
