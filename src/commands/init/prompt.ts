import { ToolError, toolError } from '../../model/errors.ts'
import type { Shell } from '../shell/shell.ts'

/** Asks the user on a terminal. Questions go to stderr. */
export interface Prompt {
  /** Asks until `read` accepts the answer. An empty answer selects the fallback. */
  ask<T>(question: string, read: (answer: string) => T | Promise<T>, fallback?: string): Promise<T>
  confirm(question: string): Promise<boolean>
  close(): Promise<void>
}

/** Opens a prompt on stdin. Throws USAGE if the input ends before all questions are answered. */
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
    // An open stream would keep the process alive.
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
