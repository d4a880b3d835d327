import { testRule } from '../../testing/rule-tester.ts'
import rule from './stability-raised.ts'

testRule(rule, { request: 'compatible' })
