import { toolError } from '../model/errors.ts'
import type { Shell } from './shell.ts'

/** Asks a person at a terminal; the questions go to stderr. */
export interface Prompt {
  /** Enter takes the fallback; without one it asks again. */
  ask(question: string, fallback?: string): Promise<string>
  confirm(question: string): Promise<boolean>
  close(): Promise<void>
}

/** Opens a prompt on stdin. Throws USAGE when the input ends before a question is answered. */
export function openPrompt({ stdin, note }: Pick<Shell, 'stdin' | 'note'>): Prompt {
  const lines = linesOf(stdin)
  const ask = async (question: string, fallback = ''): Promise<string> => {
    for (;;) {
      note(`${question}${fallback === '' ? '' : ` (${fallback})`}: `)
      const { value, done } = await lines.next()
      if (done === true) throw toolError('USAGE', ['The input ended before every question was answered.'])
      const answer = value.trim() || fallback
      if (answer !== '') return answer
    }
  }
  return {
    ask,
    confirm: async (question) => /^y(es)?$/i.test(await ask(`${question} yes or no`, 'yes')),
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
