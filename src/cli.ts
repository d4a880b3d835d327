#!/usr/bin/env node
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
// Node's default folder is in the temporary folder that all users share, and cached code is executed.
enableCompileCache?.(process.env.NODE_COMPILE_CACHE || join(homedir(), '.cache', 'specdrift'))
await import('./program.ts')
