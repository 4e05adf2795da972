import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { TEXT_LANGUAGES } from '@belfry/schemas/domain/text-languages';
import { expect, it } from 'vitest';
import { noticeTexts } from './notice-texts.ts';
import type { WaitingNotice } from './notices.repository.ts';

const RAISED = new Date('2026-11-27T06:15:00.000Z');
const reader = { name: 'Ada', lang: 'en', time_zone: 'Europe/Riga' };
const notice = (changes: Partial<WaitingNotice>): WaitingNotice => ({
  notice_id: 1,
  alarm_id: 2,
  event: 'raised',
  severity: 'high',
  kind: 'alert_feed_failing',
  place: 'Shop 12',
  above: null,
  detail: 'Storms: The server answered 503',
  owner_id: 3,
  device_count: 0,
  device: null,
  raised_at: RAISED,
  handled: false,
  urgent: false,
  permitted: true,
  ...changes,
});
const textsOf = (changes: Partial<WaitingNotice> = {}) =>
  noticeTexts(reader, [notice(changes)], RAISED.getTime() + 60_000);

it('says which one it is, and why, in mails and in browsers', () => {
  const { subject, mail, push } = textsOf();
  expect(subject).toBe('Public alerts cannot be read: Shop 12');
  expect(mail).toContain(
    '- Public alerts cannot be read: Shop 12, high, since 08:15, Storms: The server answered 503\n',
  );
  expect(push).toEqual({ title: subject, body: 'high, since 08:15, Storms: The server answered 503' });
});

it('makes no links of a name that somebody has chosen', () =>
  expect(textsOf({ detail: 'https://evil.example/x: The server answered 503' }).mail).not.toContain('evil.example'));

it('says nothing more where the kind says it', () =>
  expect(textsOf({ kind: 'backup_due', detail: null, place: null, owner_id: null }).push).toEqual({
    title: 'Backup is due: Belfry itself',
    body: 'high, since 08:15',
  }));

it('names the place with the one above it, where the reader knows that', () => {
  const device = { kind: 'device_offline', place: 'Entrance', device: '4716-9292-3626-1056', detail: null } as const;
  expect(textsOf({ ...device, above: 'School B' }).subject).toBe(
    'Device offline: School B / Entrance (4716-9292-3626-1056)',
  );
  expect(textsOf(device).subject).toBe('Device offline: Entrance (4716-9292-3626-1056)');
});

it('says that somebody takes care of it, in place of who does not', () => {
  const detail = null;
  expect(textsOf({ detail, handled: true }).push.body).toBe('high, since 08:15, somebody takes care of it');
  expect(textsOf({ detail, event: 'escalated' }).push.body).toBe('high, since 08:15, Nobody has taken care of it yet');
  expect(textsOf({ detail, event: 'cleared', handled: true }).push.body).toBe('since 08:15');
});

it.each(TEXT_LANGUAGES)('calls each kind as the console does (%s)', (lang) => {
  for (const kind of ALARM_KINDS) {
    const [only] = [notice({ kind, place: 'Hall', detail: null })];
    expect(noticeTexts({ ...reader, lang }, [only], RAISED.getTime()).subject).toBe(`${ALARM_NAMES[lang][kind]}: Hall`);
  }
});
