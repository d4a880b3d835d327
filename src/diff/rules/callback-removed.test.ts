import { testRule } from '../../testing/rule-tester.ts'
import rule from './callback-removed.ts'

testRule(rule, { request: 'breaking' })
