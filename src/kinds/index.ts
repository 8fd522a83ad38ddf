/** All kinds of data by name. */
import type { AnyPlan } from '../read-plan.ts'
import { classes } from './classes/classes.ts'
import { columns } from './columns/columns.ts'
import { items } from './items/items.ts'
import type { Kind } from './kind.ts'

export const kinds: Readonly<Record<AnyPlan['kind'], Kind>> = { columns, classes, items }
