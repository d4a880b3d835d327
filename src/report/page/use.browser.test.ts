import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageBrowser, startBrowser, withoutBrowser } from '../../testing/browser.ts'
import { contractFinding, driftFinding, history, manyFindings, monitorReport } from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'

const many = renderReport(monitorReport({ findings: manyFindings(5000) }), 'html')
const few = renderReport(
  monitorReport({ findings: [driftFinding(), ...manyFindings(20)], history: history(5) }),
  'html',
)
const twice = renderReport(monitorReport({ findings: [contractFinding(), contractFinding()] }), 'html')

describe.skipIf(withoutBrowser)('using the page of a report', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  async function visit(html: string, use: (page: Page) => Promise<void>, hash = ''): Promise<void> {
    const ready = async (page: Page) => {
      await page.waitForSelector('html[data-ready]')
      await use(page)
    }
    expect(await browser.visit(html, ready, { hash })).toEqual([])
  }
  const count = (page: Page) => expect.poll(() => page.locator('#count').textContent())
  const field = (page: Page, name: string) => page.locator(`form [name=${name}]`)

  it('searches all values, filters, counts matches, and restores the view from the URL', () =>
    visit(many, async (page) => {
      await count(page).toBe('5,000 of 5,000 findings')
      await field(page, 'q').fill('field777 CURL')
      await count(page).toBe('1 of 5,000 findings')
      await page.getByRole('button', { name: 'Show all' }).click()
      await count(page).toBe('5,000 of 5,000 findings')
      await field(page, 'severity').selectOption('error')
      await field(page, 'state').selectOption('regressed')
      await field(page, 'kind').selectOption('drift')
      await field(page, 'rule').selectOption('null-conformance')
      await field(page, 'operation').selectOption('GET /things-9/{id}')
      // Numbers from 0 to 4999 that are 3 mod 6 and 9 mod 50, which is 9 mod 150.
      await count(page).toBe('34 of 5,000 findings')
      expect(await page.locator('#findings section > .head h2').allTextContents()).toEqual(['Live API'])
      await page.reload()
      await count(page).toBe('34 of 5,000 findings')
    }))

  it('groups findings by the selected property and stores it in the URL', () =>
    visit(few, async (page) => {
      await field(page, 'group').selectOption('rule')
      const titles = () => page.locator('#live .group > summary h3').allTextContents()
      await expect.poll(titles).toEqual(['null-conformance'])
      await page.reload()
      await expect.poll(titles).toEqual(['null-conformance'])
      expect(await page.evaluate('location.hash')).toContain('group=rule')
    }))

  it('opens a linked finding, even in a filtered page', () =>
    visit(
      many,
      async (page) => {
        const card = page.locator('[id="f-0000000000000bb8"]')
        await expect
          .poll(() => page.evaluate('document.activeElement.closest("article")?.id'))
          .toBe('f-0000000000000bb8')
        expect(await card.locator('dl.more').isVisible()).toBe(true)
        await field(page, 'q').fill('nothing of the kind')
        await count(page).toBe('0 of 5,000 findings')
        await page.evaluate("location.hash = '#f-0000000000000bb8'")
        await expect.poll(() => card.isVisible()).toBe(true)
        await count(page).toBe('5,000 of 5,000 findings')
      },
      '#f-0000000000000bb8',
    ))

  it('stores the opened finding in the URL', () =>
    visit(many, async (page) => {
      await page.locator('article').nth(2).locator('summary').first().click()
      const id = await page.locator('article').nth(2).getAttribute('data-fingerprint')
      await expect.poll(() => page.evaluate('location.hash')).toBe(`#?open=${id}`)
      await page.reload()
      await page.waitForSelector(`[id="f-${id}"] dl.more`)
    }))

  it('supports back and forward between filters and links', () =>
    visit(
      few,
      async (page) => {
        await count(page).toBe('6 of 21 findings')
        await page.evaluate("location.hash = '#f-d000000000000001'")
        await count(page).toBe('21 of 21 findings')
        await page.goBack()
        await count(page).toBe('6 of 21 findings')
        await page.evaluate("location.hash = '#?kind=contract'")
        await count(page).toBe('5 of 21 findings')
      },
      '#?severity=info',
    ))

  it('links cells of the check map and tiles to the findings they count', () =>
    visit(few, async (page) => {
      const cell = page.locator('.map td a').first()
      const [, counted = ''] = /^(\d+)/.exec((await cell.locator('[aria-hidden]').textContent()) ?? '') ?? []
      await cell.click()
      await count(page).toBe(`${counted} of 21 findings`)
      await page.locator('a.tile', { hasText: 'errors' }).click()
      const errors = await page.locator('.tile', { hasText: 'errors' }).locator('b').textContent()
      await count(page).toBe(`${Number(errors)} of 21 findings`)
    }))

  it('expands the table row of a run that is linked from the strip', () =>
    visit(few, async (page) => {
      await page.locator('.strip a').first().click()
      await expect.poll(() => page.locator('.runs tr:target').isVisible()).toBe(true)
    }))

  it('starts at the top, even if a finding is listed twice', () =>
    visit(twice, async (page) => {
      expect(await page.evaluate('scrollY')).toBe(0)
      expect(await page.locator('#count').textContent()).toBe('2 of 2 findings')
    }))

  it('is fully usable by keyboard', () =>
    visit(few, async (page) => {
      const focused = () =>
        page.evaluate('(document.activeElement.name || document.activeElement.textContent).trim().slice(0, 8)')
      const walk: unknown[] = []
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('Tab')
        walk.push(await focused())
      }
      expect(walk).toEqual(['Skip to ', 'Findings', 'Contract', 'Trend', 'Times', 'Map'])
      await field(page, 'q').focus()
      const fields: unknown[] = []
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('Tab')
        fields.push(await focused())
      }
      expect(fields).toEqual(['group', 'severity', 'state', 'kind', 'rule', 'operatio'])
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('Expand a')
      await page.keyboard.press('Tab')
      const group = page.locator('#live .group').first()
      const before = await group.getAttribute('open')
      await page.keyboard.press('Enter')
      await expect.poll(() => group.getAttribute('open')).not.toBe(before)
    }))

  it('copies a command with one click', () =>
    visit(
      few,
      async (page) => {
        const card = page.locator('[id="f-d000000000000001"]')
        await card.getByRole('button', { name: 'Copy curl' }).click()
        await expect.poll(() => card.getByRole('button').first().textContent()).toBe('Copied')
        await field(page, 'q').focus()
        await page.keyboard.press('ControlOrMeta+V')
        await expect.poll(() => field(page, 'q').inputValue()).toBe("curl '$SPECDRIFT_BASE_URL/loans'")
      },
      '#f-d000000000000001',
    ))
})
