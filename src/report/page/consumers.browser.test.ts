import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageBrowser, startBrowser, withoutBrowser } from '../../testing/browser.ts'
import { driftFinding, hostile, manyFindings, monitorReport } from '../../testing/sample-report.ts'
import { docsUrl } from '../docs-link.ts'
import { renderReport } from '../render.ts'

const hit = { kind: 'reads', operation: 'GET /things', what: '/status', last: '2026-11-20' } as const
const findings = manyFindings(20).map((finding, at) => ({
  ...finding,
  hits: at < 3 ? [{ ...hit, consumer: 'web-app' }, ...(at === 0 ? [{ ...hit, consumer: hostile }] : [])] : [],
}))
const html = renderReport(monitorReport({ findings }), 'html')
const couldNotCheck = { code: 'UNREACHABLE', message: 'No response.', hint: 'Start it.' }

describe.skipIf(withoutBrowser)('the page of a report with consumers', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  async function visit(page: string, use: (page: Page) => Promise<void>): Promise<void> {
    const ready = async (tab: Page) => {
      await tab.waitForSelector('html[data-ready]')
      await use(tab)
    }
    expect(await browser.visit(page, ready)).toEqual([])
  }

  it('names affected consumers and filters by consumer', () =>
    visit(html, async (page) => {
      await page.locator('form [name=consumer]').selectOption('web-app')
      await expect.poll(() => page.locator('#count').textContent()).toBe('3 of 20 findings')
      expect(await page.locator('article:visible .tag.hits').allTextContents()).toHaveLength(3)
      await page.reload()
      await expect.poll(() => page.locator('#count').textContent()).toBe('3 of 20 findings')
    }))

  it('explains how a consumer is affected and links to the page of the check', () =>
    visit(html, async (page) => {
      const card = page.locator('article[data-fingerprint="0000000000000001"]')
      if (!(await card.locator('dl.more').isVisible())) await page.evaluate("location.hash = '#f-0000000000000001'")
      await expect.poll(() => card.locator('dl.more').textContent()).toContain('web-app reads /status of GET /things')
      expect(await card.getByRole('link', { name: 'what it checks' }).getAttribute('href')).toBe(
        `${docsUrl}rules/null-conformance.html`,
      )
    }))
})

it('shows the largest gaps with their fixes', () => {
  const subjects = [{ operation: 'POST /loans', calls: 0, findings: 0, notWritable: true as const }]
  const page = renderReport(monitorReport({ subjects }), 'html')
  expect(page).toContain('1 operation was not called: the target is not declared writable')
  expect(page).toContain('&quot;target&quot;: { &quot;writable&quot;: true } in the config')
})

it('shows no numbers if nothing was checked', () => {
  const blind = renderReport(monitorReport({ subjects: [], couldNotCheck }), 'html')
  expect(blind).not.toContain('class="tiles"')
  expect(renderReport(monitorReport({ findings: [driftFinding()] }), 'html')).toContain('class="tiles"')
})
