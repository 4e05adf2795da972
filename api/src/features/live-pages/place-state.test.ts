import { PAGE_DEVICE_STATES } from '@belfry/schemas/http/live-pages/live-pages';
import { describe, expect, it } from 'vitest';
import { hasMissed, isHeard, type PageDevice, placeStateOf } from './place-state.ts';

const device = (overrides: Partial<PageDevice> = {}): PageDevice => ({
  device_id: 1,
  command_id: '6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a',
  serial: '1111-2222-3333-4444',
  place: 'Hall',
  heard: 'sent',
  command: 'sent',
  answer: null,
  away: false,
  lost: false,
  uninvited: false,
  ...overrides,
});

describe('a place', () => {
  it.each([
    ['invited', {}],
    ['invited', { command: null, heard: 'waiting' }],
    ['ready', { command: 'succeeded', answer: 'ready' }],
    ['late', { command: 'succeeded', answer: 'late' }],
    ['late', { command: 'succeeded', answer: 'late', heard: 'started' }],
    ['late', { command: 'succeeded', answer: 'late', heard: 'offline' }],
    ['speaking', { command: 'succeeded', answer: 'ready', heard: 'started' }],
    ['busy', { command: 'succeeded', answer: 'busy' }],
    ['busy', { command: 'succeeded', answer: 'busy', heard: 'skipped' }],
    ['ended', { command: 'succeeded', answer: 'ready', heard: 'finished' }],
    ['ended', { command: 'succeeded', answer: 'ready', heard: 'interrupted' }],
    ['ended', { answer: 'ready', lost: true }],
    ['ended', { answer: 'ready', uninvited: true }],
    ['offline', { heard: 'offline', command: 'queued' }],
    ['offline', { command: 'expired' }],
    ['offline', { command: 'succeeded', answer: 'ready', heard: 'started', away: true }],
    ['ended', { command: 'succeeded', answer: 'ready', heard: 'finished', away: true }],
    ['offline', { command: 'cancelled', heard: 'offline' }],
  ] as const)('is %s', (state, known) => expect(placeStateOf(device(known))).toBe(state));
});

it('one speaks once a place is ready', () => {
  expect(PAGE_DEVICE_STATES.filter(isHeard)).toEqual(['ready', 'speaking', 'late']);
});

it('who was invited, busy or away has missed the page', () => {
  expect(PAGE_DEVICE_STATES.filter(hasMissed)).toEqual(['invited', 'busy', 'offline']);
});
