import { testRule } from '../../testing/rule-tester.ts'
import rule from './callback-added.ts'

testRule(rule, { request: 'compatible' })
