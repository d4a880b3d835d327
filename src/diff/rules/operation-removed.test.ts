import { testRule } from '../../testing/rule-tester.ts'
import rule from './operation-removed.ts'

testRule(rule, { request: 'breaking' })
