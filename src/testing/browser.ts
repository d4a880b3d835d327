import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Whether tests in a browser are left out: there is none, and `REQUIRE_BROWSER=1` does not require one. */
export const withoutBrowser = !existsSync(executablePath) && process.env.REQUIRE_BROWSER !== '1'
if (withoutBrowser) process.stderr.write(`Tests in a browser are skipped: no Chromium at ${executablePath}\n`)

/** How a page is opened. */
export interface VisitOptions extends BrowserContextOptions {
  /** `#f-…` */
  readonly hash?: string
}

/** A browser that opens pages from a file, as a user would. */
export interface PageBrowser {
  /** Opens a page and returns the errors and requests of the browser, which should be empty. */
  visit(html: string, use: (page: Page) => Promise<void>, options?: VisitOptions): Promise<readonly string[]>
  close(): Promise<void>
}

/** Of Playwright, where none is given. */
const usual = { width: 1280, height: 720 }

/** Starts Chromium. */
export async function startBrowser(): Promise<PageBrowser> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const file = join(tmpdir(), `specdrift-page-${process.pid}.html`)
  const url = pathToFileURL(file).href
  // A tab and its processes cost more than what is opened in it: one for all visits that differ in colours and size only.
  const pages = new Map<string, Page>()
  return {
    async visit(html, use, { hash = '', colorScheme = 'light', viewport = usual, ...options } = {}) {
      await writeFile(file, html)
      const key = JSON.stringify(options)
      const page = pages.get(key) ?? (await browser.newPage(options))
      pages.delete(key)
      await page.emulateMedia({ media: null, colorScheme })
      if (viewport !== null) await page.setViewportSize(viewport)
      const unwanted: string[] = []
      page.on('console', (message) => unwanted.push(message.text()))
      page.on('pageerror', (error) => unwanted.push(error.message))
      page.on('dialog', (dialog) => {
        unwanted.push(`dialog ${dialog.message()}`)
        return dialog.dismiss()
      })
      page.on('request', (request) => {
        if (request.url().split('#')[0] !== url) unwanted.push(request.url())
      })
      try {
        await page.goto(`${url}${hash}`, { waitUntil: 'load' })
        await use(page)
      } catch (error) {
        await page.close()
        throw error
      }
      for (const event of ['console', 'pageerror', 'dialog', 'request']) page.removeAllListeners(event)
      await page.goto('about:blank')
      pages.set(key, page)
      return unwanted
    },
    async close() {
      await browser.close()
      await rm(file, { force: true })
    },
  }
}
