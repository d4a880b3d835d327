import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { type PageBrowser, startBrowser, withoutBrowser } from '../../testing/browser.ts'
import { contractFinding, driftFinding, history, manyFindings, monitorReport } from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'

const cause = { kind: 'provider-changed', evidence: 'green on 2026-11-19, run of b07' } as const
const drift = monitorReport({
  findings: [driftFinding({ cause }), contractFinding()],
  history: history(10),
  origin: {
    repositoryUrl: 'https://github.com/acme/shop',
    commit: 'da94ba8d6f0c',
    commitUrl: 'https://github.com/acme/shop/commit/da94ba8d6f0c',
    run: 'run 412',
    runUrl: 'https://github.com/acme/shop/actions/runs/9001',
  },
})

describe.skipIf(withoutBrowser)('the first screen', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  const visit = async (html: string, use: (page: Page) => Promise<void>) =>
    expect(
      await browser.visit(
        html,
        async (page) => {
          await page.waitForSelector('html[data-ready]')
          await use(page)
        },
        { viewport: { width: 1280, height: 800 } },
      ),
    ).toEqual([])

  it.each([
    ['is it broken', 'Drift: 1 error in 1 of 2 operations'],
    ['what broke', 'is null, which the contract does not allow'],
    ['since when', '1 new in this run'],
    ['since when it was not', 'last green run: 19 Nov 2026, 08:00 UTC, b07'],
    ['who changed', 'the provider changed'],
    ['what to do', 'Send a value, or declare it nullable.'],
    ['the run in CI', 'run 412'],
    ['the commit', 'da94ba8'],
  ])('says without scrolling %s', (_question, text) =>
    visit(renderReport(drift, 'html'), async (page) => {
      const seen = page.getByText(text, { exact: false }).filter({ visible: true }).first()
      const box = await seen.boundingBox()
      expect(box).not.toBeNull()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
    }),
  )

  it('shows the same number in headline, tiles, section headings and filter count', async () => {
    const report = monitorReport({ findings: manyFindings(60).map((each) => ({ ...each, kind: 'drift' as const })) })
    await visit(renderReport(report, 'html'), async (page) => {
      const number = async (name: string) =>
        Number(await page.locator('.tile', { hasText: name }).locator('b').textContent())
      const [errors, warnings, accepted] = [await number('errors'), await number('warnings'), await number('accepted')]
      expect([errors, warnings, accepted]).toEqual([
        report.summary.severities.error,
        report.summary.severities.warning,
        report.summary.drift.accepted,
      ])
      expect(await page.locator('h1').textContent()).toContain(`${errors} errors · ${warnings} warnings`)
      expect(await page.locator('#live > .head').textContent()).toContain(`${errors} errors · ${warnings} warnings`)
      expect(await page.locator('.facts').textContent()).toContain(`${accepted} accepted`)
      expect(await page.locator('.bar').textContent()).toContain(`Findings ${report.findings.length}`)
      await expect.poll(() => page.locator('#count').textContent()).toBe('60 of 60 findings')
      for (const [name, count] of [
        ['errors', errors],
        ['warnings', warnings],
        ['accepted', accepted],
      ] as const) {
        await page.locator('a.tile', { hasText: name }).click()
        await expect.poll(() => page.locator('#count').textContent()).toBe(`${count} of 60 findings`)
      }
    })
  })

  it('counts consistently in headline, tiles, answers, facts, navigation, sections, lists and trend', async () => {
    const at = (operation: string, parts: Partial<Finding>) =>
      driftFinding({
        fingerprint: operation.padEnd(16, '0'),
        reaches: [operation],
        site: { operation, pointer: '' },
        ...parts,
      })
    const report = monitorReport({
      findings: [
        at('a1', { cause }),
        at('a2', { severity: 'warning', state: 'regressed' }),
        ...['a3', 'a4'].map((each) => at(each, { severity: 'info' })),
        at('a5', { state: 'accepted' }),
        contractFinding(),
        contractFinding({ severity: 'info', verdict: 'compatible', fingerprint: 'c2'.padEnd(16, '0'), message: 'x' }),
        contractFinding({ state: 'accepted', fingerprint: 'c3'.padEnd(16, '0') }),
      ],
      subjects: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((operation) => ({
        ...{ operation, calls: operation === 'a6' ? 0 : 1, statuses: [200], findings: 0 },
        outcomes: { received: 1 },
      })),
      notChecked: ['x', 'y', 'z'].map((what) => ({ what, because: 'it is odd' })),
      history: history(3),
    })
    await visit(renderReport(report, 'html'), async (page) => {
      const texts = (selector: string) => page.locator(selector).allTextContents()
      // Info findings don't count as drift, so they are not in the number of drifted operations.
      expect((await texts('h1')).join()).toContain('Drift: 1 error · 1 warning in 2 of 6 operations')
      expect((await texts('.verdict p')).join(' ')).toContain(
        'The contract itself changed: 1 breaking · 1 compatible · 1 accepted breaking change.',
      )
      expect((await texts('.answers')).join()).toContain('3 new in this run, 1 back after being fixed')
      expect((await texts('.facts')).join()).toContain('3 new · 0 open · 1 regressed · 1 accepted · 0 fixed')
      expect((await texts('.tile')).map((text) => text.trim().replace(/(?<=^\d+)/, ' '))).toEqual([
        '1 error 1 new',
        '1 warning',
        '1 accepted',
        '1 operation without a result',
        '2 contract changes',
      ])
      expect((await texts('.bar li')).slice(0, 2)).toEqual(['Findings 8', 'Contract 2'])
      await expect.poll(() => page.locator('#count').textContent()).toBe('8 of 8 findings')
      expect((await texts('#contract > .head')).join()).toContain('1 breaking · 1 compatible')
      expect((await texts('#not-checked .head')).join()).toBe('Parts that were not checked3 entries')
      expect((await texts('#trend text.fresh')).at(-1)).toBe('+4')
      expect((await texts('#trend .legend')).join()).toContain('new or back in that run')
      // Check map and coverage agree on which operations were called.
      expect(await texts('.map tr:has-text("a6") td')).toSatisfy((cells: string[]) =>
        cells.every((one) => one.includes('not called')),
      )
    })
  })

  it('shows no check as passed for an operation that only failed', () => {
    const subjects = [
      { operation: 'GET /failed', calls: 1, statuses: [500], outcomes: { received: 1 }, findings: 0 },
      { operation: 'GET /reset', calls: 1, statuses: [], outcomes: { received: 1 }, findings: 0 },
      { operation: 'GET /fine', calls: 1, statuses: [200], outcomes: { received: 1 }, findings: 0 },
    ]
    return visit(renderReport(monitorReport({ findings: [], subjects }), 'html'), async (page) => {
      const cells = async (operation: string) => [
        ...new Set(await page.locator(`.map tr:has-text("${operation}") td .vh`).allTextContents()),
      ]
      expect([await cells('/failed'), await cells('/reset'), await cells('/fine')]).toEqual([
        ['not reached'],
        ['not reached'],
        ['passed'],
      ])
    })
  })

  it('is not green if only half of the API was checked', () =>
    visit(
      renderReport(
        monitorReport({
          subjects: [
            { operation: 'GET /loans', calls: 1, outcomes: { received: 1 }, findings: 0 },
            { operation: 'POST /loans', calls: 0, findings: 0 },
          ],
          notChecked: [
            { operation: 'POST /loans', what: 'its responses', because: 'target is read-only', kind: 'not-called' },
          ],
        }),
        'html',
      ),
      async (page) => {
        expect(await page.locator('.verdict').getAttribute('class')).toBe('verdict partial')
        expect(await page.locator('.verdict').textContent()).toContain('Not called: 1 (target is read-only)')
      },
    ))
})
