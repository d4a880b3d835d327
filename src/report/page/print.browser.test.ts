import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageBrowser, startBrowser, withoutBrowser } from '../../testing/browser.ts'
import {
  contractFinding,
  diffReport,
  driftFinding,
  history,
  manyFindings,
  monitorReport,
} from '../../testing/sample-report.ts'
import { renderReport } from '../render.ts'

const withoutPdf = withoutBrowser || spawnSync('pdftotext', ['-v']).error !== undefined
if (withoutPdf)
  process.stderr.write('Tests of printed pages are skipped: they need Chromium and pdftotext (poppler-utils)\n')

const site = (at: number) =>
  ({ operation: `GET /things-${at}`, direction: 'response', part: '200', pointer: '' }) as const
const cause = { kind: 'provider-changed', evidence: 'green on 2026-11-19, run of b07' } as const
const everywhere = Array.from({ length: 60 }, (_, at) => `GET /loans/${at}`)
const drift = monitorReport({
  findings: [
    ...Array.from({ length: 8 }, (_, at) =>
      driftFinding({ site: site(at), cause, fingerprint: `d${at}`.padEnd(16, '0'), reaches: everywhere }),
    ),
    contractFinding({ reaches: everywhere }),
  ],
  history: history(10),
})
const large = diffReport({ findings: manyFindings(200).map((each) => ({ ...each, kind: 'contract' as const })) })

interface Word {
  readonly page: number
  readonly text: string
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
}

describe.skipIf(withoutPdf)('a printed page', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  const wordsOf = async (html: string): Promise<readonly Word[]> => {
    let pdf: Uint8Array = new Uint8Array()
    await browser.visit(html, async (page) => {
      await page.waitForSelector('html[data-ready]')
      pdf = await page.pdf({ format: 'A4' })
    })
    const running = promisify(execFile)('pdftotext', ['-bbox', '-', '-'], { maxBuffer: 1e8 })
    running.child.stdin?.end(pdf)
    const pages = (await running).stdout.split('<page ').slice(1)
    return pages.flatMap((text, page) =>
      [...text.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g)].map(
        ([, left, top, right, bottom, word = '']) => ({
          ...{ page, text: word },
          box: [Number(left), Number(top), Number(right), Number(bottom)] as const,
        }),
      ),
    )
  }

  it.each([
    ['a drift', drift],
    ['a large diff', large],
  ])('no words of %s overlap', async (_name, report) => {
    const words = await wordsOf(renderReport(report, 'html'))
    expect(words.length).toBeGreaterThan(200)
    expect(overlapping(words)).toEqual([])
  })

  it('lists every finding of a large diff', async () => {
    const text = (await wordsOf(renderReport(large, 'html'))).map((word) => word.text).join(' ')
    expect(large.findings.filter(({ fingerprint }) => !text.includes(fingerprint))).toEqual([])
  })

  it('needs few pages for eight findings', async () => {
    expect((await wordsOf(renderReport(drift, 'html'))).at(-1)?.page).toBeLessThan(8)
  })
})

/** Pairs of words of which one covers a third of the other. */
function overlapping(words: readonly Word[]): readonly string[] {
  return words.flatMap((one, at) =>
    words.slice(at + 1, at + 2000).flatMap((other) => {
      if (one.page !== other.page) return []
      const width = Math.min(one.box[2], other.box[2]) - Math.max(one.box[0], other.box[0])
      const height = Math.min(one.box[3], other.box[3]) - Math.max(one.box[1], other.box[1])
      const least = Math.min(areaOf(one), areaOf(other))
      return width > 0 && height > 0 && width * height > least / 3 ? [`${one.text} ${other.text}`] : []
    }),
  )
}

function areaOf({ box: [left, top, right, bottom] }: Word): number {
  return (right - left) * (bottom - top)
}
