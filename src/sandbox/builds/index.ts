import { SandboxUsageError } from '../usage-error.ts'
import { b01 } from './b01.ts'
import { b02 } from './b02.ts'
import { b03 } from './b03.ts'
import { b04 } from './b04.ts'
import { b05 } from './b05.ts'
import { b06 } from './b06.ts'
import type { BuildRequest, BuildStep } from './build.ts'

/** Conversion between one build of the interface and the latest. */
export interface Build {
  readonly id: string
  readonly has: (operation: string) => boolean
  /** Converts a request to this build into a request to the latest. Throws a Refusal for values unknown to this build. */
  readonly convertRequest: (request: BuildRequest) => BuildRequest
  /** Converts a response of the latest build into one of this build. */
  readonly convertResponse: (body: unknown, operation: string) => unknown
}

/** Builds with their differences to the next; the last one is the current interface. */
const steps: readonly (readonly [id: string, step: BuildStep])[] = [
  ['b01', b01],
  ['b02', b02],
  ['b03', b03],
  ['b04', b04],
  ['b05', b05],
  ['b06', b06],
  ['b07', {}],
]

/** The builds of the interface, oldest first; their snapshots have the same names. */
export const builds: readonly string[] = steps.map(([id]) => id)

export const latestBuild = 'b07'

/** Returns the build with this name. Throws SandboxUsageError if there is none. */
export function findBuild(id: string): Build {
  const index = builds.indexOf(id)
  if (index < 0) throw new SandboxUsageError(`There is no build '${id}'. Builds: ${builds.join(', ')}.`)
  const since = steps.slice(index).map(([, step]) => step)
  return {
    id,
    has: (operation) => !since.some(({ lacks }) => lacks?.includes(operation)),
    convertRequest: (request) =>
      since.reduce((converted, { convertRequest }) => convertRequest?.(converted) ?? converted, request),
    convertResponse: (body, operation) =>
      since.reduceRight<unknown>(
        (converted, { convertResponse }) =>
          convertResponse === undefined ? converted : convertResponse(converted, operation),
        body,
      ),
  }
}
