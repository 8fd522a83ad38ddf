/** All kinds of data by name. */
import type { Plan } from '../plan/plan.ts'
import { classes } from './classes/classes.ts'
import { columns } from './columns/columns.ts'
import { items } from './items/items.ts'
import type { Kind } from './kind.ts'
import { mixed } from './mixed/mixed.ts'

export const kinds: Readonly<Record<Plan['kind'], Kind>> = { columns, classes, items, mixed }
