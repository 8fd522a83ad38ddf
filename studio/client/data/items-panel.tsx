/** What the baskets hold: how many have each item, how long they are. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, formatShare } from '../../../src/report/format.ts'
import type { ItemsFacts, ItemsRequest } from '../../server/data/api.ts'
import { Panel, Tiles } from '../kit/panel.tsx'
import { post } from '../shell/request.ts'
import { type OpenedData, useStudio } from '../shell/studio.tsx'
import { Bars } from './bars.tsx'

export function ItemsPanel({ data, items }: { data: OpenedData; items: ItemsRequest }): ReactNode {
  const facts = useItemsFacts(data, items)
  return (
    <Panel title="Baskets">
      {facts === undefined ? (
        <p className="help">Counting …</p>
      ) : (
        <div className="items-facts">
          <Tiles
            tiles={[
              {
                name: 'Baskets',
                value: formatCount(facts.baskets),
                note: facts.empty === 0 ? 'none of them empty' : `${formatCount(facts.empty)} of them empty`,
              },
              { name: 'Items', value: formatCount(facts.items), note: `${formatCount(facts.occurrences)} occurrences` },
              { name: 'Longest basket', value: formatCount(facts.longest), note: 'items' },
            ]}
          />
          <div className="columns-two">
            <figure>
              <figcaption>Items by the number of baskets that have them</figcaption>
              <Bars label="Supports" bins={facts.supports.bins} height={110} things="items" ends />
            </figure>
            <figure>
              <figcaption>Baskets by the number of their items</figcaption>
              <Bars label="Sizes of baskets" bins={facts.sizes.bins} height={110} things="baskets" ends />
            </figure>
          </div>
          <table className="top-items">
            <caption>In most baskets</caption>
            <tbody>
              {facts.top.slice(0, 6).map(({ value, count }) => (
                <tr key={value}>
                  <th scope="row">{value}</th>
                  <td className="number-cell">{formatCount(count)}</td>
                  <td className="number-cell">{formatShare(count / facts.baskets)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function useItemsFacts({ id }: OpenedData, items: ItemsRequest): ItemsFacts | undefined {
  const { tell } = useStudio()
  const [answer, setAnswer] = useState<{ key: string; facts: ItemsFacts }>()
  const question = JSON.stringify(items)
  const key = `${id} ${question}`
  useEffect(() => {
    const controller = new AbortController()
    post<ItemsFacts>(`data/${id}/items`, JSON.parse(question), controller.signal).then(
      (facts) => setAnswer({ key, facts }),
      (error: Error) => controller.signal.aborted || tell({ kind: 'error', text: error.message }),
    )
    return () => controller.abort()
  }, [id, question, key, tell])
  return answer?.key === key ? answer.facts : undefined
}
