export { holdsShard, ingestConnectionName, mayWrite } from './leases.sql.ts';
export type { ShardHolder } from './shard-holder.ts';
export { ShardLeases } from './shard-leases.ts';
export { startSessionCleanup } from './unused-sessions.ts';
