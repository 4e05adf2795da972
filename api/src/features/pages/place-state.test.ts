import { describe, expect, it } from 'vitest';
import { hasMissed, isHeard, type PageDevice, placeStateOf } from './place-state.ts';

const device = (overrides: Partial<PageDevice> = {}): PageDevice => ({
  device_id: 1,
  serial: '1111-2222-3333-4444',
  place: 'Hall',
  volume: null,
  is_old: false,
  command_id: null,
  heard: 'sent',
  command: 'sent',
  answer: null,
  lost: false,
  uninvited: false,
  ...overrides,
});

describe('a place', () => {
  it.each([
    ['invited', {}],
    ['ready', { command: 'succeeded', answer: 'ready' }],
    ['late', { command: 'succeeded', answer: 'late' }],
    ['late', { command: 'succeeded', answer: 'late', heard: 'started' }],
    ['speaking', { command: 'succeeded', answer: 'ready', heard: 'started' }],
    ['busy', { command: 'succeeded', answer: 'busy' }],
    ['busy', { command: 'succeeded', answer: 'busy', heard: 'skipped' }],
    ['ended', { command: 'succeeded', answer: 'ready', heard: 'finished' }],
    ['ended', { command: 'succeeded', answer: 'ready', heard: 'interrupted' }],
    ['ended', { answer: 'ready', lost: true }],
    ['ended', { answer: 'ready', uninvited: true }],
    ['offline', { heard: 'offline', command: 'failed' }],
    ['offline', { command: 'expired' }],
    ['old', { is_old: true, command: null, heard: 'waiting' }],
    ['old', { is_old: true, command: null, heard: 'offline' }],
  ] as const)('is %s', (state, known) => expect(placeStateOf(device(known), 'mqtt')).toBe(state));

  it('is ready where what is said is recorded first', () => {
    expect(placeStateOf(device({ command: null, heard: 'waiting' }), 'record')).toBe('ready');
    expect(placeStateOf(device({ command: null, heard: 'offline' }), 'record')).toBe('offline');
  });
});

it('one speaks once a place is ready', () => {
  expect((['ready', 'speaking', 'late'] as const).every(isHeard)).toBe(true);
  expect((['invited', 'busy', 'offline', 'old', 'ended'] as const).some(isHeard)).toBe(false);
});

it('the recording is for firmware that plays no pages, and where people choose so for all who have missed it', () => {
  expect(hasMissed('old', { afterwards: false })).toBe(true);
  expect((['busy', 'offline', 'invited'] as const).map((state) => hasMissed(state, { afterwards: true }))).toEqual([
    true,
    true,
    true,
  ]);
  expect((['busy', 'offline', 'ready', 'ended'] as const).some((state) => hasMissed(state, { afterwards: false }))).toBe(
    false,
  );
  expect((['ready', 'speaking', 'late', 'ended'] as const).some((state) => hasMissed(state, { afterwards: true }))).toBe(
    false,
  );
});
