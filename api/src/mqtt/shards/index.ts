export { holdsShard, ingestConnectionName, mayWrite } from './leases.sql.ts';
export { type ShardHolder, ShardLeases, type ShardState } from './shard-leases.ts';
