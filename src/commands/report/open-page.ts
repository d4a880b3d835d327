import type { Shell } from '../shell/shell.ts'

/**
 * Opens a page in the browser, `$BROWSER` or that of the system, for a person at a terminal. In CI, or where nobody is,
 * it only says where the page is.
 */
export async function openPage({ env, stdin, note }: Shell, file: string): Promise<void> {
  if (stdin.isTTY !== true || (env.CI ?? '') !== '') return note(`not opened, nobody is at a terminal: ${file}\n`)
  const { default: open } = await import('open')
  const { BROWSER = '' } = env
  try {
    await open(file, BROWSER === '' ? {} : { app: { name: BROWSER } })
    note(`opened ${file}\n`)
  } catch (problem) {
    const because = problem instanceof Error ? problem.message : String(problem)
    note(`could not open ${file}${BROWSER === '' ? '' : ` with ${BROWSER}`}: ${because}\n`)
  }
}
