import { keepThreads } from '../../suite/running/thread.ts'
import { inFull } from '../runs.ts'

// Reuse threads for suites, except in full mode, where each run has its own thread as in production.
keepThreads(inFull(false, true))
