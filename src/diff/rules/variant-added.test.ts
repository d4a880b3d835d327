import { testRule } from '../../testing/rule-tester.ts'
import rule from './variant-added.ts'

testRule(rule, { request: 'compatible', response: 'breaking' })
