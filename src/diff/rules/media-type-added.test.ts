import { testRule } from '../../testing/rule-tester.ts'
import rule from './media-type-added.ts'

testRule(rule, { request: 'compatible' })
