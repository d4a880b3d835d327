import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageBrowser, startBrowser, type VisitOptions, withoutBrowser } from '../../testing/browser.ts'
import {
  contractFinding,
  driftFinding,
  history,
  hostileReport,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const subjects = Array.from({ length: 50 }, (_, index) => ({
  ...{ operation: `GET /things-${index}/{id}`, calls: 1, statuses: [200], findings: 0 },
  outcomes: index === 7 ? { gateway: 1 } : { received: 1 },
}))
const reports = {
  none: monitorReport(),
  twelve: monitorReport({
    findings: [...manyFindings(10), contractFinding(), driftFinding()],
    subjects,
    history: history(30),
    hints: [{ operation: 'GET /loans', message: 'never null in 412 entities', n: 412 }],
  }),
  large: monitorReport({ findings: manyFindings(1000), subjects }),
  many: monitorReport({ findings: manyFindings(5000), subjects, history: history(90) }),
  // The check map is wider than a phone.
  checks: monitorReport({
    findings: manyFindings(10),
    subjects: [...subjects, { operation: 'POST /things', calls: 0, findings: 0 }],
    rules: Array.from({ length: 25 }, (_, at) => ({ id: `check-${at}`, kind: 'check', title: `Check ${at}` })),
  }),
  hostile: hostileReport(),
  escaping: hostileReport('</noscript></script><script>alert(1)</script><img src=x onerror=alert(1)>'),
}
type Name = keyof typeof reports

/** What axe calls serious or critical; `only` names a rule. */
async function faultsOf(page: Page, only?: string): Promise<unknown> {
  await page.evaluate(axe)
  const grave = 'violations.filter(({ impact }) => impact === "serious" || impact === "critical")'
  const options = JSON.stringify(only === undefined ? {} : { runOnly: [only] })
  return page.evaluate(
    `axe.run(${options}).then(({ violations }) => ${grave}.map(({ id, nodes }) => [id, nodes[0].html]))`,
  )
}

describe.skipIf(withoutBrowser)('the page of a report', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  async function visit(name: Name, use: (page: Page) => Promise<void>, options?: VisitOptions): Promise<void> {
    const ready = async (page: Page) => {
      if (options?.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]')
      await use(page)
    }
    expect(await browser.visit(renderReport(reports[name], 'html'), ready, options)).toEqual([])
  }

  it.each<Name>(['none', 'twelve', 'many', 'hostile', 'escaping'])(
    'opens without a complaint or a request: %s',
    (name) =>
      visit(name, async (page) => {
        // The content security policy allows the style sheet and the script by hash.
        expect(await page.evaluate('getComputedStyle(document.querySelector(".verdict")).borderLeftStyle')).toBe(
          'solid',
        )
        for (const summary of (await page.locator('article > details > summary:visible').all()).slice(0, 3))
          await summary.click()
      }),
  )

  it('hides the toolbar for ten findings or fewer', () =>
    visit('hostile', async (page) => expect(await page.locator('form').count()).toBe(0)))

  it.each(
    (['none', 'twelve', 'hostile'] as const).flatMap((name) =>
      (['light', 'dark'] as const).map((colorScheme) => [name, colorScheme] as const),
    ),
  )('has no serious fault of accessibility: %s, %s', async (name, colorScheme) => {
    // A color scheme may change colors only.
    const only = colorScheme === 'dark' ? 'color-contrast' : undefined
    const check = async (page: Page) => expect(await faultsOf(page, only)).toEqual([])
    await visit(name, check, { colorScheme })
    await visit(name, check, { colorScheme, viewport: { width: 390, height: 844 } })
  })

  it('has no serious accessibility violation with 1,000 findings, one of them opened', () =>
    visit('large', async (page) => {
      await page.getByLabel('Search').fill('field77')
      await expect.poll(() => page.locator('#count').textContent()).toBe('11 of 1,000 findings')
      await page.locator('article summary:visible').first().click()
      await page.locator('article dl').first().waitFor()
      expect(await faultsOf(page)).toEqual([])
    }))

  it.each<Name>(['twelve', 'checks', 'hostile', 'escaping'])('fits a phone without scrolling sideways: %s', (name) =>
    visit(
      name,
      async (page) => {
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      },
      { viewport: { width: 360, height: 800 } },
    ),
  )

  it('renders cards on demand for 5,000 findings, and stays below 2 MB', () =>
    visit('many', async (page) => {
      expect(renderReport(reports.many, 'html').length).toBeLessThan(2_000_000)
      expect(await page.locator('article dl.more').count()).toBe(1)
      expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(10_000)
      await page.locator('article').nth(1).locator('summary').first().click()
      await expect.poll(() => page.locator('article').nth(1).locator('dl.more').count()).toBe(1)
    }))

  it('lists every finding without scripts', () =>
    visit(
      'many',
      async (page) => {
        expect(await page.locator('form').count()).toBe(0)
        expect(
          await page
            .locator('.plain')
            .allTextContents()
            .then((all) => all.join('').match(/\n/g)),
        ).toHaveLength(5000)
      },
      { javaScriptEnabled: false },
    ))

  it('shows cards of a few findings without scripts', () =>
    visit(
      'twelve',
      async (page) => {
        const card = page.locator('[id="f-d000000000000001"]')
        const summary = card.locator('summary').first()
        if (!(await card.locator('dl.more').isVisible())) await summary.click()
        expect(await card.locator('dl.more').isVisible()).toBe(true)
      },
      { javaScriptEnabled: false },
    ))

  it('prints all facts and no controls', () =>
    visit('twelve', async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await page.locator('form').isVisible()).toBe(false)
      expect(await page.locator('button:visible').count()).toBe(0)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
      const heights = await page
        .locator('#live article dl.more')
        .evaluateAll((all) => all.map((each) => each.clientHeight))
      expect(heights.length).toBeGreaterThan(1)
      expect(Math.min(...heights)).toBeGreaterThan(0)
    }))

  it('prints within the width of an A4 page', () =>
    visit(
      'twelve',
      async (page) => {
        await page.emulateMedia({ media: 'print' })
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      },
      { viewport: { width: 718, height: 1000 } },
    ))
})
