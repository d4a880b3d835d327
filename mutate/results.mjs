// Summarizes a run: counts and surviving mutants.
import { left } from './left.mjs'

const lost = ['Survived', 'NoCoverage']

/** Extracts the part of Stryker's report that the page shows. */
export function summary({ files }, seed) {
  const all = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, { source, mutants }]) => mutants.map((mutant) => ({ file, source, ...mutant })))
  const tested = all.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
  const count = (...statuses) => tested.filter(({ status }) => statuses.includes(status)).length
  return {
    ...(seed === undefined ? {} : { sample: { of: all.length, seed } }),
    mutants: tested.length,
    killed: count('Killed', 'Timeout', 'RuntimeError'),
    survivors: tested
      .filter(({ status }) => lost.includes(status))
      .map(survivor)
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)),
  }
}

function survivor({ file, source, location, mutatorName, replacement, status }) {
  const lines = source.split('\n')
  const { start, end } = location
  const text = lines
    .slice(start.line - 1, end.line)
    .map((line, at) => (at === end.line - start.line ? line.slice(0, end.column - 1) : line))
    .map((line, at) => (at === 0 ? line.slice(start.column - 1) : line.trim()))
    .join(' ')
  return {
    file,
    line: start.line,
    at: lines[start.line - 1].trim(),
    mutator: mutatorName,
    from: short(text),
    to: short(replacement),
    ...(status === 'NoCoverage' ? { covered: false } : {}),
  }
}

function short(text) {
  const flat = text.replace(/\s+/g, ' ')
  return flat.length > 100 ? `${flat.slice(0, 99)}…` : flat
}

/** Returns the recorded reason for accepting a survivor. */
export function reasonOf({ file, at, from, to }) {
  return left.find(
    (each) =>
      file.endsWith(each.file) &&
      at.includes(each.at) &&
      (each.from === undefined || each.from === from) &&
      (each.to === undefined || each.to === to),
  )
}

/** Returns the percentage of killed mutants among those that are not equivalent. */
export function scoreOf({ mutants, survivors, killed }) {
  const same = survivors.filter((each) => reasonOf(each)?.kind === 'equivalent').length
  return (100 * killed) / (mutants - same)
}
