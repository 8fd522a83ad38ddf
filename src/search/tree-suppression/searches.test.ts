import fc from 'fast-check'
import { classesSearchPromises } from '../../../test/promises/classes-search.ts'
import { searchKactus } from './kactus.ts'
import { searchKactus2 } from './kactus-2.ts'
import { searchKadet } from './kadet.ts'

const tree = { prune: fc.boolean(), target: fc.constantFrom('class', 'illness') }
const filling = {
  ...tree,
  'pool-small': fc.boolean(),
  'reuse-group': fc.boolean(),
  'lost-rows': fc.constantFrom('drop', 'borrow'),
}

classesSearchPromises(searchKadet, fc.record(tree))
classesSearchPromises(searchKactus, fc.record(filling))
classesSearchPromises(searchKactus2, fc.record({ ...filling, 'swapping-threshold': fc.constantFrom(0, 0.5, 1) }))
