import { spawn } from 'node:child_process'
import type { Shell } from '../shell/shell.ts'

const openers: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer.exe' }

/**
 * Opens a page in the browser, `$BROWSER` or that of the system, for a person at a terminal. In CI, or where nobody is,
 * it only says where the page is.
 */
export async function openPage({ env, stdin, note }: Shell, file: string): Promise<void> {
  if (stdin.isTTY !== true || (env.CI ?? '') !== '') return note(`not opened, nobody is at a terminal: ${file}\n`)
  const command = env.BROWSER || (openers[process.platform] ?? 'xdg-open')
  const problem = await new Promise<Error | undefined>((resolve) => {
    const child = spawn(command, [file], { detached: true, stdio: 'ignore' })
    child.once('error', resolve)
    child.once('spawn', () => {
      child.unref()
      resolve(undefined)
    })
  })
  note(problem === undefined ? `opened ${file}\n` : `could not open ${file} with ${command}: ${problem.message}\n`)
}
