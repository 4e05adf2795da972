export { holdsShard, ingestConnectionName, mayWrite } from './leases.sql.ts';
export { startSessionCleanup } from './unused-sessions.ts';
export { type ShardHolder, ShardLeases } from './shard-leases.ts';
