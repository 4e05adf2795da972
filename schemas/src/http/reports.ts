import { z } from 'zod';
import { alarmKindSchema } from '../domain/alarms.ts';
import { idTextSchema } from '../domain/ids.ts';
import { serialSchema } from '../domain/serial.ts';
import { endpoint } from './endpoint.ts';

/** What happened at a node in a month; see docs/product/reports.md. */

export const REPORT_DEVICES_MAX = 5_000;
const REPORT_ROWS_MAX = 1_000;

export const reportMonthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month looks like 2026-11');

const seconds = z.int().min(0);
const availability = {
  percent: z.number().nullable().describe('of the counted time outside of maintenance; null: none was counted'),
  online_s: seconds.describe('outside of maintenance'),
  counted_s: seconds.describe('outside of maintenance, from when figures exist'),
  maintenance_s: seconds.describe('in maintenance windows that exist still'),
};

export const reportDeviceSchema = z
  .strictObject({
    serial: serialSchema,
    name: z.string(),
    place: z.string().nullable(),
    since: z.iso.datetime().nullable().describe('from when its figures exist, where that is within the month'),
    ...availability,
  })
  .meta({ id: 'ReportDevice' });
export type ReportDevice = z.infer<typeof reportDeviceSchema>;

export const reportPlaceSchema = z
  .strictObject({ company_id: z.int(), place: z.string(), devices: z.int(), ...availability })
  .meta({ id: 'ReportPlace' });
export type ReportPlace = z.infer<typeof reportPlaceSchema>;

const duration = seconds.nullable().describe('null: of none');
export const reportAlarmsSchema = z
  .strictObject({
    kind: alarmKindSchema,
    count: z.int(),
    open: z.int().describe('not over yet'),
    acknowledge_median_s: duration,
    acknowledge_longest_s: duration,
    repair_median_s: duration.describe('until they were over'),
    repair_longest_s: duration,
  })
  .meta({ id: 'ReportAlarms' });
export type ReportAlarms = z.infer<typeof reportAlarmsSchema>;

export const reportMissedSchema = z
  .strictObject({
    place: z.string(),
    reason: z.string().nullable().describe('as the device has reported it; null: nothing was reported'),
    count: z.int(),
  })
  .meta({ id: 'ReportMissed' });
export type ReportMissed = z.infer<typeof reportMissedSchema>;

export const reportSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    month: reportMonthSchema,
    time_zone: z.string().describe('of the node'),
    from: z.iso.datetime(),
    to: z.iso.datetime().describe('the end of the month, or now'),
    figures_from: z.iso.datetime().describe('coming and going is kept for 90 days'),
    total: z.strictObject({ devices: z.int(), ...availability }).meta({ id: 'ReportTotal' }),
    places: z.array(reportPlaceSchema).max(REPORT_DEVICES_MAX).describe('the least available first'),
    devices: z.array(reportDeviceSchema).max(REPORT_DEVICES_MAX).describe('the least available first'),
    alarms: z.array(reportAlarmsSchema).describe('those that were raised in the month, the most frequent first'),
    announcements: z
      .strictObject({
        expected: z.int(),
        heard: z.int(),
        sent: z.int().describe('to network speakers, which do not say whether it was heard'),
      })
      .meta({ id: 'ReportAnnouncements' }),
    missed: z.array(reportMissedSchema).max(REPORT_ROWS_MAX).describe('not heard, the most frequent first'),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportSchema>;

export const reportQuerySchema = z
  .object({ company_id: idTextSchema, month: reportMonthSchema })
  .meta({ id: 'ReportQuery' });
export type ReportQuery = z.output<typeof reportQuerySchema>;

const errors = ['not_found', 'forbidden', 'unprocessable', 'rate_limited', 'database_unavailable'] as const;

export const reportsHttp = {
  read: endpoint({
    method: 'get',
    path: '/reports',
    summary: 'Availability, alarms and announcements that were not heard, of a node and everything below it in a month',
    query: reportQuerySchema,
    answer: reportSchema,
    errors,
  }),
  csv: endpoint({
    method: 'get',
    path: '/reports.csv',
    summary: 'The same as CSV, one line for each place, device, kind of alarm, and place with a reason',
    query: reportQuerySchema,
    answer: z.file().mime('text/csv'),
    errors,
  }),
};
