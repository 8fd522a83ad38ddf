/** Shows the support of items and the size of baskets. */
import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { ItemsFacts, ItemsRequest } from '../../server/data/api.ts'
import { withSettings } from '../hierarchies/settings.ts'
import { Choice, TextInput } from '../kit/controls.tsx'
import { Panel, Tiles } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useShownAnswer } from '../shell/use-answer.ts'
import { type OpenedData, useStudio } from '../shell/use-studio.ts'
import { Bars } from './bars.tsx'

export function ItemsPanel({ data, items }: { data: OpenedData; items: ItemsRequest }): ReactNode {
  const facts = useShownAnswer<ItemsFacts>(`data/${data.id}/items`, items)
  return (
    <Panel title="Baskets">
      <ItemsLayout data={data} items={items} />
      {facts === undefined ? (
        <p className="skeleton">Counting …</p>
      ) : (
        <div className="stack items-facts">
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
          <div className="items-figures">
            <figure>
              <figcaption>Items by the number of baskets that have them</figcaption>
              <Bars label="Supports" bins={facts.supports.bins} height={110} things="items" ends={facts.supports} />
            </figure>
            <figure>
              <figcaption>Baskets by the number of their items</figcaption>
              <Bars label="Sizes of baskets" bins={facts.sizes.bins} height={110} things="baskets" ends={facts.sizes} />
            </figure>
            <Table
              caption="Items that are in most baskets"
              rows={facts.top.slice(0, 6)}
              rowKey={({ value }) => value}
              columns={[
                { title: 'In most baskets', heads: true, cell: ({ value }) => value },
                { title: 'Baskets', number: true, cell: ({ count }) => formatCount(count) },
                { title: 'Share', number: true, cell: ({ count }) => formatShare(count / facts.baskets) },
              ]}
            />
          </div>
        </div>
      )}
    </Panel>
  )
}

const EACH_ROW = ''

function ItemsLayout({ data, items }: { data: OpenedData; items: ItemsRequest }): ReactNode {
  const { document, changeJob } = useStudio()
  const { column, separator, per } = items
  if (document === undefined || column === undefined) return null
  const set = (changes: Parameters<typeof withSettings>[2]) => changeJob((job) => withSettings(job, column, changes))
  const others = data.columns.filter(({ name }) => name !== column)
  return (
    <div className="items-layout">
      <TextInput
        label="Between two items"
        value={separator ?? ''}
        placeholder="blanks"
        onChange={(next) => set({ separator: next === '' ? undefined : next })}
      />
      {others.length === 0 ? null : (
        <Choice
          label="The items of one person are"
          value={per ?? EACH_ROW}
          items={[
            { id: EACH_ROW, title: 'in one row' },
            ...others.map(({ name }) => ({ id: name, title: `in all rows with the same ${name}` })),
          ]}
          onChange={(next) => set({ per: next === EACH_ROW ? undefined : next })}
        />
      )}
    </div>
  )
}
