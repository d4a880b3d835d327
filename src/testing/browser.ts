import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** True if browser tests are skipped: there is no Chromium and `REQUIRE_BROWSER=1` is not set. */
export const withoutBrowser = !existsSync(executablePath) && process.env.REQUIRE_BROWSER !== '1'
if (withoutBrowser) process.stderr.write(`Tests in a browser are skipped: no Chromium at ${executablePath}\n`)

export interface VisitOptions extends BrowserContextOptions {
  /** `#f-…` */
  readonly hash?: string
}

/** A browser that opens pages from a file, like a user. */
export interface PageBrowser {
  /** Opens a page. Returns console errors and network requests, which should be empty. */
  visit(html: string, use: (page: Page) => Promise<void>, options?: VisitOptions): Promise<readonly string[]>
  close(): Promise<void>
}

/** Playwright's default viewport. */
const usual = { width: 1280, height: 720 }

export async function startBrowser(): Promise<PageBrowser> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const file = join(tmpdir(), `specdrift-page-${process.pid}.html`)
  const url = pathToFileURL(file).href
  // Opening a tab is slower than loading a page, so visits with the same options share one; color scheme and size can be changed.
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
