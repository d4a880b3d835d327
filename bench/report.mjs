// Measures writing and opening the HTML report, compared with a plain page of the same number of lines.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache } from './cache.mjs'
import { fastest } from './measure.mjs'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const sizes = [0, 12, 5000]
const visits = 5
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Prints a row per report size, and one for the plain page of the largest. */
export async function report() {
  checkBuilt()
  const folder = join(cache, 'report')
  mkdirSync(folder, { recursive: true })
  const { history, manyFindings, monitorReport } = await import('../dist/testing/sample-report.js')
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows = []
  try {
    for (const size of sizes) {
      const json = join(folder, `${size}.json`)
      const page = join(folder, `${size}.html`)
      writeFileSync(json, JSON.stringify(monitorReport({ findings: manyFindings(size), history: history(90) })))
      const { wall } = await fastest([process.execPath, cli, 'report', 'render', json, '--format', 'html', '-o', page])
      rows.push([`${size} findings`, wall.toFixed(2), ...(await opened(browser, page))])
    }
    const plain = join(folder, 'plain.html')
    const lines = manyFindings(sizes.at(-1)).map(({ ruleId, message }) => `<p>${ruleId} ${message}</p>`)
    writeFileSync(plain, `<!doctype html><meta charset="utf-8"><title>plain</title>${lines.join('\n')}`)
    rows.push([`floor: ${sizes.at(-1)} plain lines`, '–', ...(await opened(browser, plain, false))])
  } finally {
    await browser.close()
  }
  const head = ['page', 'written s', 'MB', 'elements', 'interactive ms', 'loaded ms', 'first key ms', 'next key ms']
  process.stdout.write(
    `medians of ${visits} visits, load ${loadavg()[0].toFixed(0)}, Chromium ${browser.version()}\n\n${table(head, rows)}\n`,
  )
}

async function opened(browser, file, scripted = true) {
  const all = []
  for (let visit = 0; visit < visits; visit++) {
    const page = await browser.newPage()
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load' })
    if (scripted) await page.waitForSelector('html[data-ready]', { state: 'attached' })
    const seen = await page.evaluate(measured)
    await page.close()
    all.push(seen)
  }
  const median = (name) => all.map((seen) => seen[name]).sort((a, b) => a - b)[Math.floor(visits / 2)]
  const [elements, interactive, loaded] = ['elements', 'interactive', 'loaded'].map(median)
  const [first, search] = ['first', 'search'].map((name) =>
    all[0][name] === undefined ? '–' : median(name).toFixed(0),
  )
  const megabytes = (statSync(file).size / 1e6).toFixed(2)
  return [megabytes, elements, interactive.toFixed(0), loaded.toFixed(0), first, search]
}

/** Runs in the page. Measures a search from a key press to the second frame after it: the first key, and the median of five more. */
async function measured() {
  const [{ domInteractive, loadEventEnd: loaded }] = performance.getEntriesByType('navigation')
  // The page signals when its findings can be searched.
  const interactive = Number(document.documentElement.dataset.ready ?? domInteractive)
  const elements = document.querySelectorAll('*').length
  const field = document.querySelector('input[name=q]')
  if (field === null) return { interactive, loaded, elements }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const key = async (text) => {
    const started = performance.now()
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await frame()
    await frame()
    return performance.now() - started
  }
  const first = await key('f')
  const search = []
  for (const text of ['fi', 'fie', 'field', 'field7', 'field77']) search.push(await key(text))
  return { interactive, loaded, elements, first, search: search.sort((a, b) => a - b)[2] }
}
