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
    expect(await browser.visit(renderReport(reports[name], 'html'), use, options)).toEqual([])
  }

  it.each<Name>(['none', 'twelve', 'many', 'hostile', 'escaping'])(
    'opens without a complaint or a request: %s',
    (name) =>
      visit(name, async (page) => {
        // The style sheet and the script are let through by their hashes.
        expect(await page.evaluate('getComputedStyle(document.querySelector(".verdict")).borderLeftStyle')).toBe(
          'solid',
        )
        expect(await page.locator('form').isVisible()).toBe(name !== 'none' || (await page.locator('form').count()) > 0)
        for (const summary of (await page.locator('article summary').all()).slice(0, 3)) await summary.click()
      }),
  )

  it.each(
    (['none', 'twelve', 'hostile'] as const).flatMap((name) =>
      (['light', 'dark'] as const).map((colorScheme) => [name, colorScheme] as const),
    ),
  )('has no serious fault of accessibility: %s, %s', async (name, colorScheme) => {
    // The colours are all that a scheme changes.
    const only = colorScheme === 'dark' ? 'color-contrast' : undefined
    const check = async (page: Page) => expect(await faultsOf(page, only)).toEqual([])
    await visit(name, check, { colorScheme })
    await visit(name, check, { colorScheme, viewport: { width: 390, height: 844 } })
  })

  // What is filtered out is like the rest, and axe walks all of it.
  it(
    'has no serious fault of accessibility among 1,000 findings, one of them opened',
    () =>
      visit('large', async (page) => {
        await page.getByLabel('Search').fill('field77')
        await expect.poll(() => page.locator('#count').textContent()).toBe('11 of 1000 findings')
        await page.locator('article:visible summary').first().click()
        await page.locator('article dl').waitFor()
        expect(await faultsOf(page)).toEqual([])
      }),
    60_000,
  )

  it.each<Name>(['twelve', 'hostile', 'escaping'])('fits a phone without scrolling sideways: %s', (name) =>
    visit(
      name,
      async (page) => {
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      },
      { viewport: { width: 360, height: 800 } },
    ),
  )

  it('leaves the facts of 5,000 findings out of the page until one is opened', () =>
    visit('many', async (page) => {
      expect(await page.locator('article dl').count()).toBe(0)
      expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(60_000)
      await page.locator('article summary').first().click()
      await page.locator('article dl').first().waitFor()
      expect(await page.locator('article').first().locator('dt').allTextContents()).toContain('Repeat it')
    }))

  it('is whole where no script runs', () =>
    visit(
      'many',
      async (page) => {
        expect(await page.locator('form').isVisible()).toBe(false)
        expect(await page.locator('article dl').count()).toBe(5000)
        const card = page.locator('article').nth(3)
        await card.locator('summary').click()
        expect(await card.locator('dl').isVisible()).toBe(true)
      },
      { javaScriptEnabled: false },
    ))

  it('prints every fact, and nothing to click', () =>
    visit('twelve', async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await page.locator('form').isVisible()).toBe(false)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
      const heights = await page
        .locator('article:not(:has(details[open])) dl')
        .evaluateAll((all) => all.map((each) => each.clientHeight))
      expect(heights.length).toBeGreaterThan(0)
      expect(Math.min(...heights)).toBeGreaterThan(0)
    }))

  it('prints no wider than a sheet of A4, and not what is folded away beside the findings', () =>
    visit(
      'twelve',
      async (page) => {
        await page.emulateMedia({ media: 'print' })
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
        expect(await page.locator('#coverage li').first().isVisible()).toBe(false)
      },
      { viewport: { width: 718, height: 1000 } },
    ))

  it('prints the facts of many findings too, of those that are not filtered out', () =>
    visit('many', async (page) => {
      await page.getByLabel('Search').fill('field77')
      await expect.poll(() => page.locator('#count').textContent()).toBe('11 of 5000 findings')
      await page.evaluate("dispatchEvent(new Event('beforeprint'))")
      expect(await page.locator('article dl').count()).toBe(11)
    }))
})
