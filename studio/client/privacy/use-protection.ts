/** The sensitive columns of which nothing is asked, and a way to ask for the usual model on all of them. */
import { columnsWithRole } from '../data/roles.ts'
import { useProfile } from '../data/use-profile.ts'
import { useStudio } from '../shell/use-studio.ts'
import { findModels, usualModel, withProtection } from './models.ts'

export function useProtection() {
  const { document, changeJob, records, data } = useStudio()
  const profile = useProfile(data)
  const usual = usualModel(records)
  const open =
    document === undefined
      ? []
      : columnsWithRole(document.job, 'sensitive').filter((name) => findModels(document.job, name).length === 0)
  const protect = () => {
    if (usual !== undefined && open.length > 0)
      changeJob((job) => open.reduce((next, column) => withProtection(next, usual, profile, column), job))
  }
  return { open, usual, profile, protect }
}
