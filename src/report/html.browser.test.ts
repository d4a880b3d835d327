import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { contractFinding, driftFinding, hostileReport, monitorReport } from '../testing/sample-report.ts'
import { inFolder } from '../testing/scenario.ts'
import { renderReport } from './render.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const required = process.env.REQUIRE_BROWSER === '1'
const found = existsSync(executablePath)
if (!found && !required) process.stderr.write(`The browser test is skipped: no Chromium at ${executablePath}\n`)

/** Opens a report as a user would, from its file, and returns what the browser made of it. */
async function open(html: string) {
  return inFolder([], async (folder) => {
    const file = join(folder, 'index.html')
    await writeFile(file, html)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const url = pathToFileURL(file).href
      const complaints: string[] = []
      const requests: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('dialog', (dialog) => {
        complaints.push(`dialog ${dialog.message()}`)
        return dialog.dismiss()
      })
      page.on('request', (request) => {
        if (request.url() !== url) requests.push(request.url())
      })
      await page.goto(url, { waitUntil: 'load' })
      const headings = await page.locator('h1:visible, h2:visible').allInnerTexts()
      const colour = await page.evaluate('getComputedStyle(document.querySelector("article")).borderLeftColor')
      return { complaints, requests, headings, colour }
    } finally {
      await browser.close()
    }
  })
}

it.skipIf(!found && !required)('opens without a complaint, a request or a script', async () => {
  const seen = await open(renderReport(monitorReport({ findings: [contractFinding(), driftFinding()] }), 'html'))
  expect(seen).toEqual({
    complaints: [],
    requests: [],
    headings: [
      'The live API drifted from its contract: 1 finding',
      'Live API: 1 breaking',
      'Contract, already published: 1 breaking',
      'Operations',
      'Coverage',
    ],
    // The style sheet is let through by its hash.
    colour: 'rgb(179, 38, 30)',
  })
})

it.skipIf(!found && !required)('runs nothing of a hostile report', async () => {
  const { complaints, requests } = await open(renderReport(hostileReport(), 'html'))
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] })
})
