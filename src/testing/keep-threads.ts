import { keepThreads } from '../suite/running/thread.ts'
import { inFull } from './runs.ts'

// Before each test file: runs of suites take one thread after the other, but in full strength, where each has one of its own, as shipped.
keepThreads(inFull(false, true))
