import type { Report } from '@belfry/schemas/http/reports';
import { csvHeader, csvLines } from '../../lib/csv.ts';
import { createYielder } from '../../lib/map-yielding.ts';

const COLUMNS = [
  'block',
  'place',
  'device',
  'serial',
  'kind',
  'reason',
  'count',
  'open',
  'available_percent',
  'online_hours',
  'counted_hours',
  'maintenance_hours',
  'acknowledge_median_minutes',
  'acknowledge_longest_minutes',
  'repair_median_minutes',
  'repair_longest_minutes',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Lines that are made without a pause. */
const PART = 200;

const rounded = (value: number): number => Math.round(value * 100) / 100;
const hours = (seconds: number): number => rounded(seconds / 3_600);
const minutes = (seconds: number | null): number | null => (seconds === null ? null : rounded(seconds / 60));

type Figures = Pick<Report['total'], 'percent' | 'online_s' | 'counted_s' | 'maintenance_s'>;
const figures = ({ percent, online_s, counted_s, maintenance_s }: Figures): Row => ({
  available_percent: percent,
  online_hours: hours(online_s),
  counted_hours: hours(counted_s),
  maintenance_hours: hours(maintenance_s),
});

export async function* reportCsv(report: Report): AsyncIterable<string> {
  yield csvHeader(COLUMNS);
  const breathe = createYielder();
  let part: Row[] = [];
  for (const row of rowsOf(report)) {
    part.push(row);
    if (part.length < PART) continue;
    yield csvLines(part, COLUMNS);
    part = [];
    // Whoever takes the part does so without a pause.
    await breathe();
  }
  yield csvLines(part, COLUMNS);
}

function* rowsOf({ name, total, places, devices, alarms, announcements, missed }: Report): Iterable<Row> {
  yield { block: 'total', place: name, count: total.devices, ...figures(total) };
  for (const row of places) yield { block: 'place', place: row.place, count: row.devices, ...figures(row) };
  for (const row of devices)
    yield { block: 'device', place: row.place, device: row.name, serial: row.serial, ...figures(row) };
  for (const row of alarms)
    yield {
      block: 'alarms',
      kind: row.kind,
      count: row.count,
      open: row.open,
      acknowledge_median_minutes: minutes(row.acknowledge_median_s),
      acknowledge_longest_minutes: minutes(row.acknowledge_longest_s),
      repair_median_minutes: minutes(row.repair_median_s),
      repair_longest_minutes: minutes(row.repair_longest_s),
    };
  yield { block: 'announcements_expected', count: announcements.expected };
  yield { block: 'announcements_heard', count: announcements.heard };
  yield { block: 'announcements_sent', count: announcements.sent };
  for (const row of missed) yield { block: 'not_heard', place: row.place, reason: row.reason, count: row.count };
}
