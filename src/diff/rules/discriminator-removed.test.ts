import { testRule } from '../../testing/rule-tester.ts'
import rule from './discriminator-removed.ts'

testRule(rule, { request: 'risky', response: 'risky' })
