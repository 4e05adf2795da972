import { expect, it } from 'vitest';
import { movedTo } from './moved.ts';

it.each([
  ['/alarms', 'view=needs'],
  ['/alarms?alarm=7', 'view=alarms&open=alarm:7'],
  ['/alarms?tab=rules&node=4', 'view=rules&node=4'],
  ['/alarms?tab=reports&node=4&month=2026-10', 'view=reports&node=4&month=2026-10'],
  ['/outbox?q=ada&message=3', 'view=messages&q=ada&open=message:3'],
  ['/audit?actor=ada&node=4&from=2026-11-01&to=2026-11-02', 'view=changes&q=ada&node=4&from=2026-11-01&to=2026-11-02'],
  ['/say?tab=history&run=1b', 'view=said&open=said:1b'],
  ['/say?tab=proof&place=7&from=2026-11-01&to=2026-11-02', 'view=said&node=7&from=2026-11-01&to=2026-11-02'],
  ['/say?tab=proof&proof_view=music', 'view=music'],
  ['/devices?run=2c', 'view=changes&open=commands:2c'],
  ['/settings?tab=devices&runs=1', 'view=changes'],
])('%s leads to the activity', (old, view) =>
  expect(decodeURIComponent(movedTo(new URL(old, 'https://belfry.test')) ?? '')).toBe(`/activity?${view}`),
);

it.each([
  ['/integrations', '/settings/connections'],
  ['/integrations?tab=webhooks', '/settings/connections'],
  ['/integrations?tab=alerts', '/settings/connections?view=alerts'],
  ['/settings?tab=sign_on', '/settings/organisation'],
])('%s leads to %s', (old, page) => expect(movedTo(new URL(old, 'https://belfry.test'))).toBe(page));

it.each([
  ['/schedule?tab=bells&node=4&owner=2', '?node=4&owner=2&open=year'],
  ['/schedule?tab=day&node=4', '?node=4&open=music:4'],
  ['/schedule?tab=try&node=4&at=2026-11-23T08:00', '?node=4&open=moment:2026-11-23T08:00'],
  ['/schedule?tab=try', ''],
  ['/schedule?view=agenda&date=2026-11-23', '?date=2026-11-23'],
  ['/alarms?tab=maintenance&node=4', '?node=4&open=work'],
  ['/activity?view=maintenance', '?open=work'],
])('%s leads to the calendar', (old, rest) =>
  expect(decodeURIComponent(movedTo(new URL(old, 'https://belfry.test')) ?? '')).toBe(`/calendar${rest}`),
);

it('a tab of the library is a kind of its list', () =>
  expect(movedTo(new URL('/library?tab=audio&q=gong', 'https://belfry.test'))).toBe('/library?kind=audio&q=gong'));

it.each([
  '/library?kind=audio',
  '/schedule',
  '/schedule?tab=manage&q=a',
  '/schedule?tab=create&edit=3',
  '/say',
  '/say?tab=say',
  '/devices?status=offline',
  '/settings',
  '/settings?tab=api',
])('%s stays', (address) => expect(movedTo(new URL(address, 'https://belfry.test'))).toBeNull());
