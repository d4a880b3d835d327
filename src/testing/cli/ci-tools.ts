import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../.ci/tools')

/** Packages needed only by CI and releases, installed by `npm ci --prefix .ci/tools`. */
export const ciTools = { folder, packages: join(folder, 'node_modules') }

/** True if tests that need these packages are skipped: they are not installed and `REQUIRE_CI_TOOLS=1` is not set. */
export const withoutCiTools = !existsSync(ciTools.packages) && process.env.REQUIRE_CI_TOOLS !== '1'
if (withoutCiTools) process.stderr.write('Tests that need .ci/tools are skipped: npm ci --prefix .ci/tools\n')
