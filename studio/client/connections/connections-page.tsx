/**
 * Database connections, saved by name in the folder. Credentials stay in the studio's environment; one typed into the
 * address is removed at once.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { Connection, ConnectionsAnswer, Credential, TestAnswer } from '../../server/connections/api.ts'
import type { Opening } from '../data/opening.ts'
import { Button, Progress, RadioList, TextInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { get, post } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { type Reads, withoutSecret } from './address-field.ts'
import './connections.css'

export function ConnectionsPage({ opening }: { opening: Opening }): ReactNode {
  const { go } = useStudio()
  const telling = useTelling()
  const [known, setKnown] = useState<ConnectionsAnswer>()
  const [form, setForm] = useState<Form>(empty)
  useEffect(() => {
    void telling(async () => setKnown(await get<ConnectionsAnswer>('connections')))
  }, [telling])
  return (
    <>
      <div className="row data-head">
        <h2 tabIndex={-1}>Connections</h2>
        <span className="help">The rows stay in the database; counts travel, and the release.</span>
        <div className="actions">
          <Button onPress={() => go('data')}>Back to files</Button>
        </div>
      </div>
      {opening.busy === undefined ? null : <Progress label={opening.busy.label} share={opening.busy.share} />}
      <div className="columns-two">
        <ConnectionForm form={form} onChange={setForm} known={known} onKnown={setKnown} opening={opening} />
        <SavedList known={known} onKnown={setKnown} onUse={setForm} opening={opening} />
      </div>
    </>
  )
}

interface Form {
  readonly name: string
  readonly source: string
  readonly reads: Reads
  readonly what: Readonly<Record<Reads, string>>
}

const empty: Form = { name: '', source: '', reads: 'table', what: { table: '', query: '', path: '' } }

function toConnection({ source, reads, what }: Form): Connection {
  return { source: source.trim(), [reads]: what[reads].trim() }
}

function toForm(name: string, connection: Connection): Form {
  const { source, table, query, path } = connection
  const reads = query !== undefined ? 'query' : path !== undefined ? 'path' : 'table'
  return { name, source: String(source), reads, what: { table: table ?? '', query: query ?? '', path: path ?? '' } }
}

const ways = [
  { id: 'table', title: 'A table or view', note: 'such as public.people' },
  { id: 'query', title: 'What a SELECT gives' },
  { id: 'path', title: 'Files that the cluster sees', note: 'Parquet or CSV; Spark alone' },
] as const

function ConnectionForm(props: {
  form: Form
  onChange: (form: Form) => void
  known: ConnectionsAnswer | undefined
  onKnown: (known: ConnectionsAnswer) => void
  opening: Opening
}): ReactNode {
  const { form, onChange, known, onKnown, opening } = props
  const { tell } = useStudio()
  const telling = useTelling()
  const [removed, setRemoved] = useState<string>()
  const [tested, setTested] = useState<{ readonly source: string; readonly answer?: TestAnswer }>()
  const { name, source, reads, what } = form
  const spark = /^sc:/i.test(source)
  const isBusy = opening.busy !== undefined || (tested !== undefined && tested.answer === undefined)
  const test = async () => {
    setTested({ source })
    const fine = await telling(async () => {
      const answer = await post<TestAnswer>('connections/test', { source: source.trim() })
      tell(undefined)
      setTested({ source, answer })
    })
    if (!fine) setTested(undefined)
  }
  const lacks = source.trim() === '' ? 'an address' : what[reads].trim() === '' ? 'what to read there' : undefined
  return (
    <Panel title="A table of a database">
      <form className="stack" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          label="Address"
          value={source}
          placeholder="postgres://db.example/clinic"
          help="postgres://host/database, or sc://host:15002 of Spark Connect"
          error={removed}
          onChange={(typed) => {
            const plain = withoutSecret(typed)
            setRemoved(plain.removed)
            onChange({ ...form, source: plain.address })
          }}
        />
        <Credentials known={known} of={spark ? 'spark' : 'postgres'} />
        <div className="row">
          <Button onPress={() => void test()} isDisabled={source.trim() === '' || isBusy}>
            Test it and list tables
          </Button>
        </div>
        {tested !== undefined && tested.answer === undefined ? <Progress label="Asking …" /> : null}
        {tested?.answer === undefined || tested.source !== source ? null : (
          <Tables
            answer={tested.answer}
            isBusy={isBusy}
            onOpen={(table) => {
              onChange({ ...form, reads: 'table', what: { ...what, table } })
              void opening.connect({ source: source.trim(), table })
            }}
          />
        )}
        <RadioList
          label="What is read"
          value={reads}
          items={ways.filter(({ id }) => id !== 'path' || spark || reads === 'path')}
          onChange={(next) => onChange({ ...form, reads: next })}
        />
        <TextInput
          label={reads === 'table' ? 'Table' : reads === 'query' ? 'SELECT' : 'Path'}
          value={what[reads]}
          placeholder={placeholders[reads]}
          lines={reads === 'query' ? 4 : undefined}
          onChange={(typed) => onChange({ ...form, what: { ...what, [reads]: typed } })}
        />
        <div className="row">
          <Button
            primary
            onPress={() => void opening.connect(toConnection(form))}
            isDisabled={lacks !== undefined || isBusy}
          >
            Open it as data
          </Button>
          {lacks === undefined ? null : <span className="help">{`It lacks ${lacks}.`}</span>}
        </div>
        <TextInput
          label="Name to keep it under"
          value={name}
          placeholder="clinic"
          onChange={(typed) => onChange({ ...form, name: typed })}
        />
        <div className="row">
          <Button
            isDisabled={lacks !== undefined || name.trim() === ''}
            onPress={() =>
              void telling(async () => {
                const all = await post<ConnectionsAnswer>('connections/save', { name, connection: toConnection(form) })
                onKnown(all)
                tell({ kind: 'good', text: `"${name.trim()}" is kept in ${all.file}` })
              })
            }
          >
            Keep it
          </Button>
          <span className="help">In {known?.file ?? 'a file'} of the folder, without any password.</span>
        </div>
      </form>
    </Panel>
  )
}

const placeholders: Readonly<Record<Reads, string>> = {
  table: 'public.people',
  query: 'SELECT age, town, illness FROM public.people WHERE year = 2024',
  path: '/lake/people',
}

/** Lists the places where the studio looks for credentials, and which are set. */
function Credentials({ known, of }: { known: ConnectionsAnswer | undefined; of: Credential['of'] }): ReactNode {
  const credentials = (known?.credentials ?? []).filter((credential) => credential.of === of)
  return (
    <div className="credentials">
      <p className="help">
        Credentials are never typed here. They are taken from the environment that the studio was started in
        {of === 'postgres' ? ', or from ~/.pgpass' : ''}:
      </p>
      <ul aria-label="Where credentials are looked for">
        {credentials.map(({ name, isThere }) => (
          <li key={name}>
            <code>{name}</code> {isThere ? 'is there' : 'is not there'}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Tables(props: { answer: TestAnswer; isBusy: boolean; onOpen: (table: string) => void }): ReactNode {
  const { answer, isBusy, onOpen } = props
  const { version, tables } = answer
  if (tables.length === 0)
    return <Notice kind="warning">{`${version} answers, but it has no table that this user may read.`}</Notice>
  return (
    <>
      <Notice kind="good" word="It answers">
        {`${version}, with ${
          tables.length === 1 ? 'one table or view' : `${formatCount(tables.length)} tables and views`
        } that this user may read.`}
      </Notice>
      <ul className="file-list" aria-label="Tables of the database">
        {tables.map(({ table, kind, rows }) => (
          <li key={table}>
            <Button quiet isDisabled={isBusy} onPress={() => onOpen(table)}>
              {table}
            </Button>
            <span className="help">
              {kind}
              {rows === undefined ? '' : ` · about ${many(rows, 'row')}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function SavedList(props: {
  known: ConnectionsAnswer | undefined
  onKnown: (known: ConnectionsAnswer) => void
  onUse: (form: Form) => void
  opening: Opening
}): ReactNode {
  const { known, onKnown, onUse, opening } = props
  const telling = useTelling()
  const remove = (name: string) =>
    telling(async () => onKnown(await post<ConnectionsAnswer>('connections/remove', { name })))
  return (
    <Panel title="Kept in this folder">
      {known === undefined || known.saved.length === 0 ? (
        <p className="help">{known === undefined ? 'Looking …' : 'There is none yet.'}</p>
      ) : (
        <ul className="stack kept-connections" aria-label="Connections of the folder">
          {known.saved.map((entry) => (
            <li key={entry.name}>
              <b>{entry.name}</b>
              {'error' in entry ? (
                <p className="field-error">{entry.error}</p>
              ) : (
                <p className="help">
                  {String(entry.connection.source)} · {entry.connection.table ?? entry.connection.path ?? 'a SELECT'}
                </p>
              )}
              <div className="row">
                {'error' in entry ? null : (
                  <>
                    <Button
                      aria-label={`Open ${entry.name} as data`}
                      isDisabled={opening.busy !== undefined}
                      onPress={() => void opening.connect(entry.connection)}
                    >
                      Open
                    </Button>
                    <Button
                      aria-label={`Change ${entry.name}`}
                      onPress={() => onUse(toForm(entry.name, entry.connection))}
                    >
                      Change
                    </Button>
                  </>
                )}
                <Button aria-label={`Remove ${entry.name}`} onPress={() => void remove(entry.name)}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
