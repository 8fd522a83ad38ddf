/** Texts that break where a reader expects it: names after their underscores, intervals between their ends. */
import { Fragment, type ReactNode } from 'react'

export function LongName({ name }: { name: string }): ReactNode {
  return (
    <span className="long-name" title={name}>
      <Broken text={name} after={/(?<=_)/} />
    </span>
  )
}

export function Broken({ text, after }: { text: string; after: RegExp }): ReactNode {
  return text.split(after).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in place
    <Fragment key={i}>
      {part}
      <wbr />
    </Fragment>
  ))
}
