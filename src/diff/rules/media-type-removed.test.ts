import { testRule } from '../../testing/rule-tester.ts'
import rule from './media-type-removed.ts'

testRule(rule, { request: 'breaking' })
