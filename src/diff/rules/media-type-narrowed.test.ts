import { testRule } from '../../testing/rule-tester.ts'
import rule from './media-type-narrowed.ts'

testRule(rule, { request: 'breaking' })
