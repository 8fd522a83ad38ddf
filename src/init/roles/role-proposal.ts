/** The role proposed for a column, with its reasons. */
import type { Role } from '../../table/column.ts'
import type { Meaning } from './vocabulary.ts'

export interface RoleProposal {
  readonly role: Role
  readonly reason: string
  readonly sure: 'sure' | 'likely' | 'guess'
  readonly meaning?: Meaning
  readonly repeated?: boolean
}
