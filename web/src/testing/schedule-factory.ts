import type { DryRun } from '@belfry/schemas/http/schedules/dry-run';
import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';

export const aSchedule = (id: number, override: Partial<Schedule> = {}): Schedule => ({
  id,
  name: `Bell ${id}`,
  action: { type: 'message', message_id: 3 },
  starts_at: '2026-11-23T08:00',
  duration_minutes: null,
  rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  exceptions: [],
  until_date: null,
  holiday_calendar_id: null,
  targets: { nodes: [1], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } },
  priority: 5,
  volume: null,
  missed: { policy: 'skip', minutes: 5 },
  enabled: true,
  revision: 1,
  next_at: '2026-11-23T06:00:00.000Z',
  time_zone: 'Europe/Riga',
  devices: 4,
  problem: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  ...override,
});

export const anOccurrence = (override: Partial<Occurrence> = {}): Occurrence => ({
  schedule_id: 1,
  name: 'Bell 1',
  type: 'message',
  at: '2026-11-23T08:00',
  until: null,
  enabled: true,
  recurring: true,
  skipped: false,
  company_ids: [],
  run_id: '11111111-1111-4111-8111-111111111111',
  ...override,
});

export const aDryRun = (override: Partial<DryRun> = {}): DryRun => ({
  company_id: 1,
  at: '2026-11-23T06:00:00.000Z',
  time_zone: 'Europe/Riga',
  language: 'lv-LV',
  voice: 'lv-LV-Standard-A',
  volume_max: 80,
  quiet: false,
  heard: [],
  conflicts: [],
  ...override,
});
