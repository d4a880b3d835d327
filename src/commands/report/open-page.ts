import type { Shell } from '../shell/shell.ts'

/** Opens a page with `$BROWSER` or the system's default. In CI or without a terminal, only prints its path. */
export async function openPage({ env, stdin, note }: Shell, file: string): Promise<void> {
  if (stdin.isTTY !== true || (env.CI ?? '') !== '')
    return note(`not opened, because this is not a terminal: ${file}\n`)
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
