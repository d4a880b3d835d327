// Opens pages of every kind in stock Firefox via WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): runs axe, and records console messages and
// requests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'undici'
import { table } from './table.mjs'
import { checkBuilt, cli } from './tools.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const breakingOut = '</noscript></script><script>alert(1)</script><img src=x onerror=alert(1)>'
const schemes = ['light', 'dark']

/** Prints a row per page: usability, axe violations, console messages and requests. Exits with 1 if something is wrong. */
export async function firefox() {
  checkBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'specdrift-firefox-'))
  const rows = []
  let faults = 0
  let version = ''
  try {
    const pages = await writePages(folder)
    for (const scheme of schemes) {
      const browser = await launch(folder, scheme)
      version = browser.version
      try {
        const control = await visit(browser, pathToFileURL(await writeControl(folder)).href)
        for (const what of ['grave', 'messages', 'requests'])
          if (control[what].length === 0)
            throw new Error(`The control page shows nothing of its ${what}: nothing is measured.`)
        for (const [name, file] of pages) {
          const seen = await visit(browser, pathToFileURL(file).href)
          faults += seen.grave.length + seen.messages.length + seen.requests.length + (seen.isUsable ? 0 : 1)
          const told = [seen.grave, seen.messages, seen.requests].map((list) => list.join(' ').slice(0, 60) || '0')
          rows.push([name, scheme, seen.isUsable ? seen.ready : 'no', seen.searched, ...told])
        }
      } finally {
        await browser.close()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const head = ['page', 'scheme', 'interactive', 'a key', 'axe: serious', 'console', 'requests']
  process.stdout.write(`Firefox ${version}\n\n${table(head, rows)}\n`)
  if (faults > 0) process.exitCode = 1
}

async function writePages(folder) {
  const { driftFinding, history, hostileReport, manyFindings, monitorReport } = await import(
    '../dist/testing/sample-report.js'
  )
  const { renderReport } = await import('../dist/report/render.js')
  const reports = {
    'clean, 30 runs': monitorReport({ history: history(30) }),
    'one drift': monitorReport({ findings: [driftFinding()], history: history(10) }),
    '35 findings': monitorReport({ findings: manyFindings(35), history: history(60) }),
    '5,000 findings': monitorReport({ findings: manyFindings(5000), history: history(90) }),
    hostile: hostileReport(),
    'hostile, escaping': hostileReport(breakingOut),
  }
  const pages = Object.entries(reports).map(([name, report], at) => {
    const file = join(folder, `${at}.html`)
    writeFileSync(file, renderReport(report, 'html'))
    return [name, file]
  })
  const given = join(folder, 'given')
  for (let api = 0; api < 20; api++) {
    mkdirSync(join(given, `${api}`), { recursive: true })
    const report = monitorReport({
      api: `api-${api}`,
      findings: api % 5 === 0 ? [driftFinding()] : [],
      history: history(30),
    })
    writeFileSync(join(given, `${api}`, 'report.json'), JSON.stringify(report))
  }
  const { execFileSync } = await import('node:child_process')
  execFileSync(process.execPath, [cli, 'report', 'site', given, '-o', join(folder, 'site')], { stdio: 'ignore' })
  return [
    ...pages,
    ['site', join(folder, 'site', 'index.html')],
    ['an API of a site', join(folder, 'site', 'api-0', 'index.html')],
  ]
}

/** Writes a control page with every problem that the others must not have. */
async function writeControl(folder) {
  const file = join(folder, 'control.html')
  // The closed port still causes a request, which is all that counts. Port 9 would be blocked by the Fetch standard.
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  const faulty = `<img src="http://127.0.0.1:${port}/missing.png"><script>console.log("said")</script>`
  writeFileSync(file, `<!doctype html><html lang="en"><title>control</title><main>${faulty}</main></html>`)
  return file
}

async function visit(browser, url) {
  const { context } = await browser.send('browsingContext.create', { type: 'tab' })
  browser.events.length = 0
  await browser.send('browsingContext.navigate', { context, url, wait: 'complete' })
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await browser.send('script.evaluate', {
      ...{ expression, target: { context }, awaitPromise: true },
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result.value
  }
  const isReport = await evaluate('document.getElementById("data") !== null')
  // A report signals when its findings can be searched; a site needs no wait.
  const ready = isReport ? await evaluate(untilReady) : '–'
  const searched = await evaluate(timeOfKey)
  await evaluate(`${axe}; undefined`)
  const grave = JSON.parse(await evaluate(graveFaults))
  const messages = browser.events.filter(({ method }) => method === 'log.entryAdded').map(({ params }) => params.text)
  const requests = browser.events
    .filter(({ method, params }) => method === 'network.beforeRequestSent' && params.request.url.split('#')[0] !== url)
    .map(({ params }) => params.request.url)
  await browser.send('browsingContext.close', { context })
  return { isUsable: ready !== '', ready, searched, grave, messages, requests }
}

const untilReady = `new Promise((resolve) => {
  const end = performance.now() + 20000
  const look = () => {
    const { ready = '' } = document.documentElement.dataset
    if (ready !== '' || performance.now() > end) resolve(ready === '' ? '' : ready + ' ms')
    else setTimeout(look, 20)
  }
  look()
})`
const timeOfKey = `(async () => {
  const field = document.querySelector('input[type=search]')
  if (field === null) return '–'
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const started = performance.now()
  field.value = 'f'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await frame()
  await frame()
  return Math.round(performance.now() - started) + ' ms'
})()`
const graveFaults = `axe.run().then(({ violations }) => JSON.stringify(
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)))`

/** Starts Firefox with a new profile and opens a session. */
async function launch(folder, scheme) {
  const profile = join(folder, `profile-${scheme}`)
  mkdirSync(profile)
  // Disable Firefox's own network requests, which aren't the page's.
  const prefs = { 'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1 }
  const lines = Object.entries(prefs).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(process.env.FIREFOX_PATH ?? 'firefox', flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise((resolve, reject) => {
    let text = ''
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`Firefox ended with ${code}\n${text}`)))
    child.stderr.on('data', (data) => {
      text += data
      const [found] = /ws:\/\/\S+/.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const socket = new WebSocket(`${address}/session`)
  const [waiting, events] = [new Map(), []]
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'event') events.push(message)
    else waiting.get(message.id)?.(message)
  }
  let id = 0
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      const own = ++id
      waiting.set(own, (message) =>
        message.type === 'error' ? reject(new Error(`${method}: ${message.message}`)) : resolve(message.result),
      )
      socket.send(JSON.stringify({ id: own, method, params }))
    })
  const { capabilities } = await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] })
  const close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await send('browser.close', {}).catch(() => child.kill())
    await ended
  }
  return { version: capabilities.browserVersion, send, events, close }
}
