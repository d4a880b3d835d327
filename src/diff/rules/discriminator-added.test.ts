import { testRule } from '../../testing/rule-tester.ts'
import rule from './discriminator-added.ts'

testRule(rule, { request: 'risky', response: 'risky' })
