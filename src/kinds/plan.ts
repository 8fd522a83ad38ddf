/** What a run was asked for, checked before anything is opened, whatever it is about. */
import type { TablePlan } from '../plan.ts'
import type { ItemsPlan } from './items/plan.ts'

export type Plan = TablePlan | ItemsPlan
