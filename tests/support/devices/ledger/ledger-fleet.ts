import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import type pg from 'pg';
import type { Enrolled } from '../../processes/launched-product.ts';
import { until } from '../../until.ts';

/** An engine asks 25 questions about each device. */
const CONNECT_MS = { least: 60_000, each: 200 };
const SETTLED_MS = 90_000;
const POLL_MS = 250;

export type LedgerStart = { ports: readonly number[]; enrolled: readonly Enrolled[] };
/** `records`: the report is to contain how many records each device has measured; `ports`: which node each is connected to. */
export type LedgerRequest = { start?: LedgerStart; perSecond?: number; records?: boolean; ports?: boolean };
export type LedgerReport = {
  connected: number;
  measured: [serial: string, records: number][];
  ports: [serial: string, port: number][];
  unacknowledged: number;
};

/** Devices in a process of their own that know which of their records the engine has acknowledged. */
export type LedgerFleet = {
  /** Starts measuring, so many records a second in all; 0 stops it. */
  measure(perSecond: number): Promise<void>;
  report(): Promise<LedgerReport>;
  /** The serials of the devices that are connected to other nodes than that with this port. */
  devicesBeside(port: number): Promise<string[]>;
  untilConnected(): Promise<void>;
  /** Stops measuring, waits until every record is acknowledged, and expects each exactly once in the table. @returns their number */
  expectEachStoredOnce(pool: pg.Pool): Promise<number>;
  stop(): void;
};

export async function startLedgerFleet(start: LedgerStart): Promise<LedgerFleet> {
  const child = fork(join(import.meta.dirname, 'ledger-main.ts'), [], { execArgv: [] });
  let last = Promise.resolve();
  /** The reports come in the order of the requests. */
  function request(message: LedgerRequest): Promise<LedgerReport> {
    const answer = last.then(async () => {
      child.send(message);
      const [report] = (await once(child, 'message')) as [LedgerReport];
      return report;
    });
    last = answer.then(() => undefined);
    return answer;
  }
  await request({ start });

  const fleet: LedgerFleet = {
    report: () => request({}),
    async devicesBeside(port) {
      const { ports } = await request({ ports: true });
      return ports.filter(([, own]) => own !== port).map(([serial]) => serial);
    },
    async measure(perSecond) {
      await request({ perSecond });
    },
    async untilConnected() {
      const all = start.enrolled.length;
      const limitMs = CONNECT_MS.least + all * CONNECT_MS.each;
      await until('all devices are connected', fleet.report, ({ connected }) => connected === all, limitMs, POLL_MS);
    },
    async expectEachStoredOnce(pool) {
      await fleet.measure(0);
      const acknowledged = ({ unacknowledged }: LedgerReport): boolean => unacknowledged === 0;
      await until('the engine has acknowledged all', fleet.report, acknowledged, SETTLED_MS, POLL_MS);
      const { measured } = await request({ records: true });
      const total = measured.reduce((sum, [, records]) => sum + records, 0);
      const wrong = () => incomplete(pool, measured);
      const isComplete = ({ length }: { length: number }): boolean => length === 0;
      const left = await until('all records are stored', wrong, isComplete, SETTLED_MS, POLL_MS).catch(wrong);
      expect(left, 'devices with lost or doubled records: [measured, stored, different]').toEqual([]);
      return total;
    },
    stop: () => void child.kill('SIGKILL'),
  };
  return fleet;
}

/** The devices of which not every record is stored exactly once. */
async function incomplete(pool: pg.Pool, measured: LedgerReport['measured']) {
  const { rows } = await pool.query<{ serial: string; counts: [number, number, number] }>(
    `select m.serial, array[m.records, count(r.seq)::int, count(distinct r.seq)::int] as counts
    from unnest($1::text[], $2::int[]) m (serial, records)
    join devices d using (serial) left join metrics r using (device_id)
    group by m.serial, m.records
    having (count(r.seq), count(distinct r.seq), coalesce(max(r.seq), 0)) <> (m.records, m.records, m.records)`,
    [measured.map(([serial]) => serial), measured.map(([, records]) => records)],
  );
  return rows;
}
