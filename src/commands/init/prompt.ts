import { ToolError, toolError } from '../../model/errors.ts'
import type { Shell } from '../shell/shell.ts'

/** Asks a person at a terminal; the questions go to stderr. */
export interface Prompt {
  /** Enter takes the fallback; without one, and after an answer that cannot be read, it asks again. */
  ask<T>(question: string, read: (answer: string) => T | Promise<T>, fallback?: string): Promise<T>
  confirm(question: string): Promise<boolean>
  close(): Promise<void>
}

/** Opens a prompt on stdin. Throws USAGE when the input ends before a question is answered. */
export function openPrompt({ stdin, note }: Pick<Shell, 'stdin' | 'note'>): Prompt {
  const lines = linesOf(stdin)
  const answered = async (question: string, fallback = ''): Promise<string> => {
    for (;;) {
      note(`${question}${fallback === '' ? '' : ` (${fallback})`}: `)
      const { value, done } = await lines.next()
      if (done === true) throw toolError('USAGE', ['The input ended before every question was answered.'])
      const answer = value.trim() || fallback
      if (answer !== '') return answer
    }
  }
  return {
    ask: async (question, read, fallback) => {
      for (;;) {
        const answer = await answered(question, fallback)
        try {
          return await read(answer)
        } catch (error) {
          if (!(error instanceof ToolError)) throw error
          note(`error: ${error.message}\n`)
        }
      }
    },
    confirm: async (question) => /^y(es)?$/i.test(await answered(`${question} yes or no`, 'yes')),
    // A stream that is no longer read keeps the process from ending.
    close: async () => void (await lines.return(undefined)),
  }
}

async function* linesOf(stream: Shell['stdin']): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
  return undefined
}
