/** The SQL dialects that a recoding can be printed in (`warehouse.ts`). */
export const WAREHOUSES = ['duckdb', 'postgres', 'spark', 'bigquery', 'snowflake'] as const

export type WarehouseName = (typeof WAREHOUSES)[number]
