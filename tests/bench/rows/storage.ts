import { startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Row } from '../lib/row.ts';
import { until } from '../../support/until.ts';

const DEVICES = 500;
const PER_SECOND = 5_000;
const SECONDS = 20;
const COMMIT_TIMEOUT_MS = 60_000;
const WAL = 'write-ahead log';
const TABLE = 'table and indexes';
/** A device's record must not take more; a fleet of a million writes tens of thousands a second. */
const MAX_TABLE_BYTES = 250;
const MAX_WAL_BYTES = 1_000;

/** What a stored record takes in Postgres, which decides about disks and networks of large fleets. */
export const storage: Row = {
  name: 'storage',
  async prepare() {
    const belfry = await startBelfry();
    const devices = await belfry.devices(DEVICES);
    let seq = 1;
    let tableBytes = Number.NaN;
    const number = async (sql: string): Promise<number> => {
      const { rows } = await belfry.pool.query<{ value: string }>(sql);
      return Number(rows[0]?.value);
    };
    const walPosition = () => number(`select pg_current_wal_lsn() - '0/0'::pg_lsn as value`);
    const size = () =>
      number(`select sum(pg_total_relation_size(relid)) as value from pg_partition_tree('metrics') where isleaf`);

    async function round(): Promise<number> {
      await belfry.pool.query('truncate metrics');
      // Afterwards each page is written whole with its first change, as after every checkpoint.
      await belfry.pool.query('checkpoint');
      const [position, empty] = [await walPosition(), await size()];
      const { offered } = await runLoad<{ offered: number }>('tests/bench/load/steady.ts', {
        core: 1,
        input: { port: belfry.mqttPort, devices, perSecond: PER_SECOND, seconds: SECONDS, firstSeq: seq },
      });
      seq += PER_SECOND * SECONDS;
      const stored = () => number('select count(*) as value from metrics');
      await until('every record is stored', stored, (count) => count === offered, COMMIT_TIMEOUT_MS);
      tableBytes = ((await size()) - empty) / offered;
      return ((await walPosition()) - position) / offered;
    }
    return {
      title: 'bytes in Postgres per metrics record',
      unit: 'bytes',
      ours: WAL,
      contenders: [
        { name: WAL, round },
        { name: TABLE, round: async () => tableBytes },
      ],
      targets: [
        { of: WAL, atMost: MAX_WAL_BYTES, unit: 'bytes' },
        { of: TABLE, atMost: MAX_TABLE_BYTES, unit: 'bytes' },
      ],
      notes: [
        `${DEVICES} devices, ${(PER_SECOND * SECONDS).toLocaleString('en')} records a round, after a checkpoint, with wal_compression.`,
        'The write-ahead log contains the last state of each device, which is updated with every batch, and acknowledgements.',
      ],
      rounds: 3,
      stop: () => belfry.stop(),
    };
  },
};
