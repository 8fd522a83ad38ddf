/** The part of the Spark Connect protocol that we use, by field numbers; Spark 4 and 3.5 share it. */

type Field = readonly [type: string, number: number, rule?: 'repeated']

function message(fields: Readonly<Record<string, Field>>, oneofs: Readonly<Record<string, readonly string[]>> = {}) {
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, [type, id, rule]]) => [
        name,
        rule === undefined ? { type, id } : { type, id, rule },
      ]),
    ),
    oneofs: Object.fromEntries(Object.entries(oneofs).map(([name, oneof]) => [name, { oneof: [...oneof] }])),
  }
}

/** Header of every request. Includes the server's last session id, by which a restarted server is noticed. */
const heading = (observed: number): Record<string, Field> => ({
  session_id: ['string', 1],
  user_context: ['UserContext', 2],
  client_observed_server_side_session_id: ['string', observed],
})

const connect = {
  UserContext: message({ user_id: ['string', 1] }),
  Sql: message({ query: ['string', 1] }),
  LocalRelation: message({ data: ['bytes', 1] }),
  Relation: message(
    { sql: ['Sql', 10], local_relation: ['LocalRelation', 11] },
    { rel_type: ['sql', 'local_relation'] },
  ),
  SqlCommand: message({ sql: ['string', 1] }),
  CreateView: message({ input: ['Relation', 1], name: ['string', 2], is_global: ['bool', 3], replace: ['bool', 4] }),
  Command: message(
    { create_dataframe_view: ['CreateView', 3], sql_command: ['SqlCommand', 5] },
    { command_type: ['create_dataframe_view', 'sql_command'] },
  ),
  Plan: message({ root: ['Relation', 1], command: ['Command', 2] }, { op_type: ['root', 'command'] }),
  ReattachOptions: message({ reattachable: ['bool', 1] }),
  RequestOption: message({ reattach_options: ['ReattachOptions', 1] }),
  ExecutePlanRequest: message({
    ...heading(8),
    plan: ['Plan', 3],
    client_type: ['string', 4],
    request_options: ['RequestOption', 5, 'repeated'],
    operation_id: ['string', 6],
    tags: ['string', 7, 'repeated'],
  }),
  ArrowBatch: message({ row_count: ['int64', 1], data: ['bytes', 2] }),
  ResultComplete: message({}),
  Stage: message({ num_tasks: ['int64', 2], num_completed_tasks: ['int64', 3] }),
  Progress: message({ stages: ['Stage', 1, 'repeated'] }),
  ExecutePlanResponse: message({
    arrow_batch: ['ArrowBatch', 2],
    response_id: ['string', 13],
    result_complete: ['ResultComplete', 14],
    server_side_session_id: ['string', 15],
    execution_progress: ['Progress', 18],
  }),
  ReattachExecuteRequest: message({ ...heading(6), operation_id: ['string', 3], last_response_id: ['string', 5] }),
  ReleaseAll: message({}),
  ReleaseExecuteRequest: message({ ...heading(7), operation_id: ['string', 3], release_all: ['ReleaseAll', 5] }),
  InterruptRequest: message({ ...heading(7), interrupt_type: ['int32', 4], operation_tag: ['string', 5] }),
  ReleaseSessionRequest: message({ session_id: ['string', 1], user_context: ['UserContext', 2] }),
  Ignored: message({}),
  SparkConnectService: {
    methods: {
      ExecutePlan: { requestType: 'ExecutePlanRequest', responseType: 'ExecutePlanResponse', responseStream: true },
      ReattachExecute: {
        requestType: 'ReattachExecuteRequest',
        responseType: 'ExecutePlanResponse',
        responseStream: true,
      },
      ReleaseExecute: { requestType: 'ReleaseExecuteRequest', responseType: 'Ignored' },
      Interrupt: { requestType: 'InterruptRequest', responseType: 'Ignored' },
      ReleaseSession: { requestType: 'ReleaseSessionRequest', responseType: 'Ignored' },
    },
  },
}

export const INTERRUPT_TAG = 2

export const sparkConnectProtocol = { nested: { spark: { nested: { connect: { nested: connect } } } } }
