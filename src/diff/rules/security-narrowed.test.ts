import { testRule } from '../../testing/rule-tester.ts'
import rule from './security-narrowed.ts'

testRule(rule, { request: 'breaking' })
