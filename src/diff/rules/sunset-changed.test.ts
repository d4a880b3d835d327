import { testRule } from '../../testing/rule-tester.ts'
import rule from './sunset-changed.ts'

testRule(rule, { request: 'risky' })
