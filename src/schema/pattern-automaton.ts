import { type Alphabet, readsSymbol } from './pattern-alphabet.ts'
import { anyCharacter, type CodePointSet, everything } from './pattern-set.ts'
