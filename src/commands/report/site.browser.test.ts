import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageBrowser, startBrowser, withoutBrowser } from '../../testing/browser.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

describe.skipIf(withoutBrowser)('the site in a browser', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  it('shows the newest version as the latest change, and lists the versions of a changelog in order', () =>
    inFolder([], async (cwd) => {
      await cp(join(import.meta.dirname, '../../../specs/lending'), join(cwd, 'specs/lending'), { recursive: true })
      const cli = async (line: string) => expect((await runCli(run, line.split(' '), { cwd })).code).toBeLessThan(2)
      await cli('changelog lending --format json=changelog.json')
      await cli('report site changelog.json -o site')
      const names = async (page: string, selector: string) => {
        let texts: readonly string[] = []
        await browser.visit(await readFile(join(cwd, 'site', page), 'utf8'), async (opened) => {
          texts = await opened.locator(selector).filter({ visible: true }).allInnerTexts()
        })
        return texts.flatMap((text) => text.match(/b\d+ → b\d+/g) ?? [])
      }
      expect(await names('index.html', 'section.api')).toEqual(['b06 → b07'])
      expect(await names('lending/index.html', '#contract')).toEqual(
        [7, 6, 5, 4, 3, 2].map((to) => `b0${to - 1} → b0${to}`),
      )
    }))
})
