import { testRule } from '../../testing/rule-tester.ts'
import rule from './retired-parameter-removed.ts'

testRule(rule, { request: 'compatible' })
