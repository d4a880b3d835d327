import { testRule } from '../../testing/rule-tester.ts'
import rule from './security-scheme-changed.ts'

testRule(rule, { request: 'breaking' })
