import { testRule } from '../../testing/rule-tester.ts'
import rule from './retired-operation-removed.ts'

testRule(rule, { request: 'compatible' })
