import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPlayer, openPlayers, advanceTime } from './players-harness.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pending = (button: HTMLElement): boolean => button.dataset['loading'] === 'true';

describe('the status of the players', () => {
  it('does not replace a message that came after the request', async () => {
    const { music, publish } = await openPlayers(
      () => ({ result: { channel: 'music', ...aPlayer({ volume: 80 }) } }),
      500,
    );
    await advanceTime(1_800 + 100);
    await publish('music', { volume: 30, at: '2026-11-20T11:00:01.000Z' });
    await advanceTime(2_000);
    expect(music.getByRole('status', { name: 'Music volume' }).textContent).toBe('30');
  });
});

it('a station that is not heard has its reason on the card', async () => {
  const { publish } = await openPlayers();
  await publish('radio', { problem: { url: 'http://radio.test/live', reason: 'The station answers 404' } });
  expect(screen.getByText('The station answers 404')).toBeDefined();
});

describe('the play button', () => {
  it('is pending until the status confirms, and a toast reports it for 3 s', async () => {
    const { music, press, publish, actions } = await openPlayers(() => null);
    await press('Play Music');
    await advanceTime(100);
    expect(actions()).toEqual([{ command: 'test_music', params: { args: '--play' } }]);
    expect(pending(music.getByRole('button', { name: 'Play Music' }))).toBe(true);
    await publish('music', { state: 'started' });
    expect(pending(music.getByRole('button', { name: 'Stop Music' }))).toBe(false);
    await advanceTime(2_900);
    expect(screen.getByText('Music started successfully')).toBeDefined();
    await advanceTime(1_000);
    expect(screen.queryByText('Music started successfully')).toBeNull();
  });

  it('is reset after 5 s without confirmation, and the status is requested', async () => {
    const { music, press, sent } = await openPlayers(() => null);
    await advanceTime(2_700);
    await press('Play Music');
    await advanceTime(4_900);
    expect(pending(music.getByRole('button', { name: 'Play Music' }))).toBe(true);
    const before = sent().length;
    await advanceTime(100);
    expect(pending(music.getByRole('button', { name: 'Play Music' }))).toBe(false);
    await advanceTime(50);
    expect(sent().slice(before)).toEqual([{ command: 'mpd_player', params: { args: '1 status' }, background: true }]);
  });
});

describe('the volume', () => {
  const volume = (music: Awaited<ReturnType<typeof openPlayers>>['music']) =>
    music.getByRole('status', { name: 'Music volume' }).textContent;

  it('changes at once in steps of 10, and the reported volume does not replace it for 3 s', async () => {
    const { music, press, publish, actions } = await openPlayers(() => null);
    await press('Increase Music volume');
    expect(volume(music)).toBe('90');
    await advanceTime(100);
    expect(actions()).toEqual([{ command: 'set_volume', params: { channel: 1, volume: 90 } }]);
    await publish('music', { volume: 80 });
    await advanceTime(2_800);
    expect(volume(music)).toBe('90');
    await advanceTime(200);
    expect(volume(music)).toBe('80');
  });

  it('ends with the last value, however quickly it was changed', async () => {
    const { press, actions } = await openPlayers(() => ({ result: { channel: 1, volume: 0 } }), 200);
    for (let times = 0; times < 4; times++) await press('Decrease Music volume');
    await advanceTime(500);
    expect(actions().map(({ params }) => params.volume)).toEqual([70, 40]);
  });
});
