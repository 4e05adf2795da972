import { Counter, Gauge } from 'prom-client';

export const replicaUp = new Gauge({
  name: 'belfry_read_replica_up',
  help: '1 while reads use the server of DATABASE_READ_URL',
});
export const replicaReads = new Counter({
  name: 'belfry_reads_total',
  help: 'Reads of lists, charts and exports where DATABASE_READ_URL is set, by server, and why not by the replica',
  labelNames: ['server', 'reason'],
});
