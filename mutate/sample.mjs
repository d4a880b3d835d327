// Selects a sample of a room's mutants, because all of them would take hours. Selection depends only on the mutant
// itself, so that edits elsewhere don't change the sample. Other mutants count as not run.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import process from 'node:process'

class Sample {
  async init() {}

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    )
  }

  group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

function isDrawn({ fileName, location, mutatorName, replacement }) {
  const { MUTATE_SAMPLE, MUTATE_SEED } = process.env
  const file = relative(process.cwd(), fileName).replaceAll('\\', '/')
  const what = JSON.stringify([MUTATE_SEED, file, location, mutatorName, replacement])
  const hash = createHash('sha256').update(what).digest()
  return hash.readUInt32BE() / 2 ** 32 < Number(MUTATE_SAMPLE)
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }]
