import type { Alarm } from '@belfry/schemas/http/alarms/alarms';

export const anAlarm = (override: Partial<Alarm> = {}): Alarm => ({
  alarm_id: 7,
  kind: 'site_offline',
  severity: 'critical',
  state: 'open',
  company_id: 4,
  place: 'Shop 12',
  path: '',
  detail: null,
  devices: ['1111-2222-3333-4444', '1111-2222-3333-5555'],
  device_count: 40,
  raised_at: '2026-11-20T11:00:00.000Z',
  acknowledged_at: null,
  acknowledged_by: null,
  snoozed_until: null,
  cleared_at: null,
  merged_into: null,
  may_handle: true,
  ...override,
});
