/** Warns of columns that are released only because the job does not name them. */

export function unlistedWarning(
  { unlisted: rule }: { readonly unlisted: 'keep' | 'drop' | 'fail' },
  columns: readonly string[],
): string[] {
  if (rule !== 'keep' || columns.length === 0) return []
  return [
    `columns that the job does not name are released as they are: ${columns.join(', ')}; give them a role in ` +
      'the job file, or set data.unlisted: drop there',
  ]
}
