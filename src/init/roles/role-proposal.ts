/** What a column is proposed to be. */
import type { Role } from '../../table/column.ts'
import type { Meaning } from './vocabulary.ts'

export interface RoleProposal {
  readonly role: Role
  readonly reason: string
  readonly sure: 'sure' | 'likely' | 'guess'
  readonly meaning?: Meaning
  readonly repeated?: boolean
}
