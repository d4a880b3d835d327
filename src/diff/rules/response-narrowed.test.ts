import { testRule } from '../../testing/rule-tester.ts'
import rule from './response-narrowed.ts'

testRule(rule, { response: 'compatible' })
