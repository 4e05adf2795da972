import { beforeAll, expect, it } from 'vitest';
import type { TimelineEntry } from '@belfry/schemas/http/device-timeline/timeline';
import { startI18n } from '../../lib/i18n.ts';
import { byDay, describeEntry } from './describe-entry.ts';
import { textsOf } from '../../lib/translation.ts';

beforeAll(startI18n);
const common = { id: 'a.audit.1', at: '2026-11-20T10:00:00.000Z', by: null };
const t = () => textsOf(['device-timeline', 'commands', 'announcements', 'reasons', 'audit']);
const describe = (entry: TimelineEntry) => describeEntry(entry, t(), 'en');
const connection = { ...common, type: 'connection', status: 'offline', silent: true, limited: false } as const;
const command = {
  ...common,
  type: 'command',
  command: 'reboot',
  state: 'failed',
  phase: 'done',
  sent_at: null,
  accepted_at: null,
  settled_at: null,
  execution_time_ms: 1_200,
  error: 'no power',
  broadcast: true,
} as const;

it('says why a device is offline, and that further changes are not recorded', () => {
  expect(describe({ ...connection, limited: true })).toEqual({
    title: 'Offline',
    tone: 'error',
    lines: [
      'Nothing was heard of it for 90 seconds.',
      'It changes too often: further changes are not recorded for a day.',
    ],
  });
});

it('shows the outcome of a command with its duration and the words of the device', () => {
  expect(describe(command)).toEqual({
    title: 'Reboot, sent to all devices',
    tone: 'error',
    lines: ['Failed in 1.2 s', 'no power'],
  });
});

it('shows how long an announcement was heard, or why it was not', () => {
  const announcement = {
    ...common,
    type: 'announcement',
    run_id: '0b8f9a52-1d0e-4a7c-9c1e-2f3a4b5c6d7e',
    kind: 'say',
    title: 'We close soon',
    state: 'finished',
    reason: null,
    reason_code: null,
    reason_params: {},
    started_at: '2026-11-20T10:00:01.000Z',
    finished_at: '2026-11-20T10:00:04.500Z',
  } as const;
  expect(describe(announcement)).toEqual({
    title: 'Say now: We close soon',
    tone: 'success',
    lines: ['Heard, 3.5 s'],
  });
  const skipped = {
    kind: 'schedule',
    state: 'skipped',
    reason: 'in reserve',
    reason_code: 'quiet_hours',
    started_at: null,
  } as const;
  expect(describe({ ...announcement, ...skipped })).toEqual({
    title: 'Schedule: We close soon',
    tone: 'error',
    lines: ['Skipped', 'quiet hours'],
  });
});

it('names rejected fields with their reasons', () => {
  const rejected = { music_volume: 'too loud' };
  expect(
    describe({ ...common, type: 'configuration', phase: 'rejected', version: 3, rejected, limited: false }),
  ).toEqual({ title: 'Configuration 3 rejected in part', tone: 'error', lines: ['Volume of music: too loud'] });
});

it('names an owner only where the caller may know them', () => {
  const owner = { ...common, type: 'owner', owned: true, owner: null, previous: null, limited: false } as const;
  expect(describe(owner).title).toBe('Has another owner');
  expect(describe({ ...owner, owned: false }).title).toBe('Has no owner any more');
  expect(describe({ ...owner, owner: { user_id: 1, name: 'Ada' } }).title).toBe('Belongs to Ada');
});

it('shows an audited action that has no text by its name', () => {
  const entry = { ...common, type: 'audit' as const, fields: ['note', 'company_id', 'email_confirm', 'device_status'] };
  expect(describe({ ...entry, action: 'device.edit' })).toMatchObject({
    title: 'Edited',
    lines: ['Fields: Note, Email confirmed, State'],
  });
  expect(describe({ ...entry, action: 'device.edit', fields: ['company_id'] }).lines).toEqual([]);
  expect(describe({ ...entry, action: 'device.polish' }).title).toBe('device.polish');
});

it('groups entries by day in their order', () => {
  const days = byDay([connection, { ...command, at: '2026-11-19T10:00:00.000Z' }, command], (at) => at.slice(0, 10));
  expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
});
