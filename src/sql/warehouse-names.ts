/** Whose SQL a recoding can be printed in; each has its dialect in `warehouse.ts`. */
export const WAREHOUSES = ['duckdb', 'postgres', 'spark', 'bigquery', 'snowflake'] as const

export type WarehouseName = (typeof WAREHOUSES)[number]
