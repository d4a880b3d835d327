import { testRule } from '../../testing/rule-tester.ts'
import rule from './operation-added.ts'

testRule(rule, { request: 'compatible' })
