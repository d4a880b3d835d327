import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageBrowser, startBrowser, withoutBrowser } from '../../testing/browser.ts'
import { contractFinding, driftFinding, manyFindings, monitorReport } from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'

const many = renderReport(monitorReport({ findings: manyFindings(5000) }), 'html')
const few = renderReport(monitorReport({ findings: [driftFinding(), ...manyFindings(20)] }), 'html')
const twice = renderReport(monitorReport({ findings: [contractFinding(), contractFinding()] }), 'html')

describe.skipIf(withoutBrowser)('who reads the page of a report', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  async function visit(html: string, use: (page: Page) => Promise<void>, hash = ''): Promise<void> {
    expect(await browser.visit(html, use, { hash })).toEqual([])
  }
  const count = (page: Page) => expect.poll(() => page.locator('#count').textContent())
  const field = (page: Page, label: string) => page.locator('form').getByLabel(label)

  it('searches in all texts and filters by each value, and shows how many are left', () =>
    visit(many, async (page) => {
      await count(page).toBe('5000 of 5000 findings')
      await field(page, 'Search').fill('field777 CURL')
      await count(page).toBe('1 of 5000 findings')
      await page.getByRole('button', { name: 'Show all' }).click()
      await count(page).toBe('5000 of 5000 findings')
      await field(page, 'Severity').selectOption('error')
      await field(page, 'State').selectOption('regressed')
      await field(page, 'Kind').selectOption('drift')
      await field(page, 'Rule').selectOption('null-conformance')
      await field(page, 'Operation').selectOption('GET /things-9/{id}')
      // Of 0 to 4999 those that are 3 modulo 6 and 9 modulo 50, which is 9 modulo 150; none of them is even.
      await count(page).toBe('34 of 5000 findings')
      expect(await page.locator('section.findings:visible h2').allTextContents()).toHaveLength(1)
      await page.reload()
      await count(page).toBe('34 of 5000 findings')
    }))

  it('searches no markup', () =>
    visit(many, async (page) => {
      await field(page, 'Search').fill('<dt>')
      await count(page).toBe('0 of 5000 findings')
    }))

  it('follows a link to a finding, in a filtered page too', () =>
    visit(
      many,
      async (page) => {
        const card = page.locator('[id="f-0000000000000bb8"]')
        await expect
          .poll(() => page.evaluate('document.activeElement.closest("article")?.id'))
          .toBe('f-0000000000000bb8')
        expect(await card.locator('dl').isVisible()).toBe(true)
        await field(page, 'Search').fill('nothing of the kind')
        await count(page).toBe('0 of 5000 findings')
        await page.evaluate("location.hash = '#f-0000000000000bb8'")
        await expect.poll(() => card.isVisible()).toBe(true)
        await count(page).toBe('5000 of 5000 findings')
        await page.reload()
        await expect.poll(() => card.locator('dl').isVisible()).toBe(true)
        expect(await page.evaluate('location.hash')).toBe('#f-0000000000000bb8')
      },
      '#f-0000000000000bb8',
    ))

  it('goes back to the filters a link was followed from, and on from one link to another', () =>
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
        await page.getByRole('link', { name: 'Live API' }).click()
        await count(page).toBe('21 of 21 findings')
      },
      '#?severity=info',
    ))

  it('begins at the top, also where a finding is listed twice', () =>
    visit(twice, async (page) => {
      await count(page).toBe('2 of 2 findings')
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
      expect(await page.locator('article details[open]').count()).toBe(0)
    }))

  it('gets everywhere by keyboard', () =>
    visit(few, async (page) => {
      const focused = () =>
        page.evaluate('(document.activeElement.name || document.activeElement.textContent).slice(0, 8)')
      const walk: unknown[] = []
      for (let step = 0; step < 13; step++) {
        await page.keyboard.press('Tab')
        walk.push(await focused())
      }
      const [nav, form] = [walk.slice(0, 5), walk.slice(5, 12)]
      expect(nav).toEqual(['Live API', 'Contract', 'Accepted', 'Operatio', 'Coverage'])
      expect(form).toEqual(['q', 'severity', 'state', 'kind', 'rule', 'operatio', 'Show all'])
      const first = page.locator('article details').first()
      const before = await first.getAttribute('open')
      await page.keyboard.press('Enter')
      expect(await first.getAttribute('open')).not.toBe(before)
    }))

  it('copies a command with one click', () =>
    visit(few, async (page) => {
      const card = page.locator('[id="f-d000000000000001"]')
      if (!(await card.locator('dl').isVisible())) await card.locator('summary').click()
      await card.getByRole('button', { name: 'Copy' }).first().click()
      await expect.poll(() => card.getByRole('button').first().textContent()).toBe('Copied')
      await field(page, 'Search').focus()
      await page.keyboard.press('ControlOrMeta+V')
      await expect.poll(() => field(page, 'Search').inputValue()).toBe("curl '$SPECDRIFT_BASE_URL/loans'")
    }))
})
