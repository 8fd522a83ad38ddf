import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { recodingPromises } from '../promises/engine-recodings.ts'

recodingPromises('DuckDB', 'duckdb', () => openLocalEngine({ threads: 1 }))
