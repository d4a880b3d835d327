// Bundles the command line over what tsc built of it: two hundred modules take longer to find than to run. What is
// imported lazily stays lazy. Dependencies and the library, which suites load in a thread of their own, stay as they are.
import { readFileSync } from 'node:fs'

const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const packages = Object.keys(dependencies)

export default {
  input: { cli: 'src/cli.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
  // One level down, so that what is looked for beside a module is where it is for the modules tsc wrote.
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'bin/[name].js' },
}
