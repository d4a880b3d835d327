import { testRule } from '../../testing/rule-tester.ts'
import rule from './stability-lowered.ts'

testRule(rule, { request: 'risky' })
