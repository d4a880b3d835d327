import { createRedactor } from '../drift/redact.ts'

/** An error of a test as vitest keeps it until the test is over. */
interface TestError {
  message: string
  stack?: string
}

/**
 * Takes fetched tokens out of what a test's own errors quote. Where they are collected the tokens are not known: they
 * never leave the thread that fetched them.
 */
export function hideTokens(errors: readonly TestError[], tokens: readonly string[]): void {
  if (tokens.length === 0) return
  const redactor = createRedactor({ values: tokens })
  for (const error of errors) {
    error.message = redactor.text(error.message)
    if (error.stack !== undefined) error.stack = redactor.text(error.stack)
  }
}
