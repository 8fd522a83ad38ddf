/** A titled section of a page, and ways to show figures in it. */
import { type ReactNode, useId } from 'react'

export function Panel(props: { title: string; children: ReactNode; actions?: ReactNode; wide?: boolean }): ReactNode {
  const { title, children, actions, wide = false } = props
  const id = useId()
  return (
    <section className={wide ? 'panel wide' : 'panel'} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Tiles(props: { tiles: readonly { name: string; value: ReactNode; note?: ReactNode }[] }): ReactNode {
  return (
    <dl className="tiles">
      {props.tiles.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note === undefined ? null : <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
