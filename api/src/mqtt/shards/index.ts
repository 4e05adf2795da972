export { holdsShard, ingestConnectionName, mayWrite } from './leases.sql.ts';
export { type ShardHolder, ShardLeases } from './shard-leases.ts';
