import type { Pool } from 'pg';
import { startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Contender, Row } from '../lib/row.ts';
import { cpuSecondsOfAll } from '../lib/usage.ts';

const DEVICES = 1_000_000;
/** Of a round, each of another device. */
const RECORDS = 200_000;
const BATCH_ROWS = 2_000;
const WAL = 'write-ahead log';
const TABLE = 'table and indexes';
const MAX_TABLE_BYTES = 250;
const MAX_WAL_BYTES = 1_500;
const MAX_CPU_US = 100;

type Cost = { wal: number; table: number; cpu: number };

/** Devices with a last state, of which no one can sign in. */
async function insertDevices(pool: Pool): Promise<void> {
  await pool.query(
    `insert into devices (serial) select to_char(n, 'FM0000"-"0000"-"0000"-"0000') from generate_series(1, ${DEVICES}) n`,
  );
  await pool.query('insert into device_state (device_id) select device_id from devices on conflict do nothing');
  await pool.query('vacuum (analyze) devices, device_state');
}

async function number(pool: Pool, sql: string): Promise<number> {
  const { rows } = await pool.query<{ value: string }>(sql);
  return Number(rows[0]?.value);
}

async function prepare(unit: string, contendersOf: (measure: () => Promise<Cost>) => Contender[]) {
  const belfry = await startBelfry();
  const { pool } = belfry;
  await insertDevices(pool);
  let seq = 0;
  const read = async () => ({
    wal: await number(pool, `select pg_current_wal_lsn() - '0/0'::pg_lsn as value`),
    table: await number(
      pool,
      `select sum(pg_total_relation_size(relid)) as value from pg_partition_tree('metrics') where isleaf`,
    ),
    cpu: cpuSecondsOfAll(belfry.pids.postgres),
  });

  async function measure(): Promise<Cost> {
    // Afterwards each page is written whole with its first change, as after every checkpoint.
    await pool.query('checkpoint');
    const before = await read();
    seq += 1;
    const input = { databaseUrl: belfry.databaseUrl, devices: DEVICES, records: RECORDS, batchRows: BATCH_ROWS, seq };
    await runLoad('tests/bench/load/one-each.ts', { core: 1, input });
    const after = await read();
    const per = (part: keyof Cost): number => (after[part] - before[part]) / RECORDS;
    const stored = await number(pool, `select count(*) as value from metrics where seq = ${seq}`);
    if (stored !== RECORDS) throw new Error(`${stored} of ${RECORDS} were stored`);
    return { wal: per('wal'), table: per('table'), cpu: per('cpu') * 1e6 };
  }
  return {
    unit,
    contenders: contendersOf(measure),
    notes: [
      `${DEVICES.toLocaleString('en')} devices, one record of each of ${RECORDS.toLocaleString('en')} a round in batches of ${BATCH_ROWS}, with a checkpoint before; wal_compression, shared_buffers of 256 MB.`,
      'The last state of each device and its acknowledgement are updated in the same statement.',
    ],
    rounds: 2,
    stop: () => belfry.stop(),
  };
}

/** What a record costs Postgres where no two records of a batch are of one device, for docs/capacity.md. */
export const millionRows: Row[] = [
  {
    name: 'million-storage',
    prepare: async () => {
      let cost: Cost = { wal: Number.NaN, table: Number.NaN, cpu: Number.NaN };
      return {
        title: 'bytes in Postgres per metrics record of a million devices',
        ours: WAL,
        targets: [
          { of: WAL, atMost: MAX_WAL_BYTES, unit: 'bytes' },
          { of: TABLE, atMost: MAX_TABLE_BYTES, unit: 'bytes' },
        ],
        ...(await prepare('bytes', (measure) => [
          { name: WAL, round: async () => (cost = await measure()).wal },
          { name: TABLE, round: async () => cost.table },
        ])),
      };
    },
  },
  {
    name: 'million-cpu',
    prepare: async () => ({
      title: 'processor time of Postgres per metrics record of a million devices',
      ours: 'Postgres',
      targets: [{ atMost: MAX_CPU_US, unit: 'µs' }],
      ...(await prepare('µs', (measure) => [{ name: 'Postgres', round: async () => (await measure()).cpu }])),
    }),
  },
];
