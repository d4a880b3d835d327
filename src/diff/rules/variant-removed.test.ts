import { testRule } from '../../testing/rule-tester.ts'
import rule from './variant-removed.ts'

testRule(rule, { request: 'breaking', response: 'compatible' })
