import { base } from './base.ts'
import { evidence } from './evidence.ts'
import { findings } from './findings.ts'
import { firstScreen } from './first-screen.ts'
import { maps } from './maps.ts'
import { site } from './site.ts'
import { tokens } from './tokens.ts'

/** The style sheet of every page: of a report, of a changelog, of a site. */
export const style = [tokens, base, firstScreen, findings, evidence, maps, site].join('')
