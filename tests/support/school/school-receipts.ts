import type pg from 'pg';

/** `started 2028-02-29T08:00:15.000Z`, then how it ended; by device, name and first instant of the run. */
export type Heard = Record<string, string[]>;

export const heardKey = (serial: string, title: string, first: Date | number): string =>
  `${serial} ${title} ${new Date(first).toISOString()}`;

type Row = { serial: string; title: string; first: Date; event: string; reason: string | null; at: Date };

/** What these devices reported, but for what they downloaded. An event that is stored twice is there twice. */
export async function findHeard(pool: pg.Pool, serials: readonly string[]): Promise<Heard> {
  const { rows } = await pool.query<Row>(
    `select d.serial, r.title, r.at as first, x.event, x.reason, x.at
     from announcement_receipts x join devices d on d.device_id = x.device_id join announcement_runs r on r.run_id = x.run_id
     where d.serial = any($1::text[]) and x.event <> 'fetched' order by x.device_id, x.seq`,
    [serials],
  );
  const heard: Heard = {};
  for (const { serial, title, first, event, reason, at } of rows) {
    const text = event === 'started' ? `started ${at.toISOString()}` : [event, reason].filter(Boolean).join(': ');
    (heard[heardKey(serial, title, first)] ??= []).push(text);
  }
  return heard;
}
