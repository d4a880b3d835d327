import { testRule } from '../../testing/rule-tester.ts'
import rule from './media-type-widened.ts'

testRule(rule, { request: 'compatible' })
