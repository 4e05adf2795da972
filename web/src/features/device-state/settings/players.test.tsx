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
  it('is requested 1 s after the tab is opened, one player after another, 0.8 s apart', async () => {
    const { sent } = await openPlayers();
    const requested = () => sent().map(({ command, params }) => `${command} ${params.args}`);
    await advanceTime(900);
    expect(requested()).toEqual([]);
    await advanceTime(100);
    expect(requested()).toEqual(['mpd_player 0 status']);
    await advanceTime(700);
    expect(requested()).toHaveLength(1);
    await advanceTime(100);
    expect(requested()).toEqual(['mpd_player 0 status', 'mpd_player 1 status']);
    await advanceTime(800);
    expect(requested()).toEqual(['mpd_player 0 status', 'mpd_player 1 status', 'mpd_player 2 status']);
  });

  it('that does not come within 10 s is the state error with volume 0', async () => {
    const { music } = await openPlayers(() => null);
    await advanceTime(1_800 + 9_900);
    expect(music.getByText('Stopped')).toBeDefined();
    await advanceTime(100);
    expect(music.getByText('Error')).toBeDefined();
    expect(music.getByRole('status', { name: 'Music volume' }).textContent).toBe('0');
  });

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

  it('is requested 1.5 s after Stop All, which stops all three', async () => {
    const { sent, actions } = await openPlayers();
    await advanceTime(5_000);
    screen.getByRole('button', { name: 'Stop All' }).click();
    await advanceTime(1_400);
    expect(actions().map(({ command, params }) => `${command} ${params.args}`)).toEqual([
      'test_voices --stop',
      'test_music --stop',
      'test_radio --stop',
    ]);
    const before = sent().length;
    await advanceTime(100);
    expect(sent()).toHaveLength(before + 1);
  });
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

  it('requests the status 1 s after the command', async () => {
    const { press, publish, sent } = await openPlayers(() => ({ result: aPlayer({ state: 'playing' }) }));
    await advanceTime(5_000);
    const before = sent().length;
    await press('Play Music');
    await publish('music', { state: 'playing' });
    await advanceTime(990);
    expect(sent()).toHaveLength(before + 1);
    await advanceTime(50);
    expect(sent().at(-1)).toEqual({ command: 'mpd_player', params: { args: '1 status' }, background: true });
  });

  it('reports a failure with the reason of the device, and once within 5 s', async () => {
    const { press, music } = await openPlayers(({ command }) =>
      command === 'mpd_player' ? { result: aPlayer() } : { error: 'no sound card' },
    );
    await advanceTime(5_000);
    await press('Play Music');
    await advanceTime(1_100);
    expect(screen.getAllByText('Music: Error executing command')).toHaveLength(1);
    expect(screen.getByText('no sound card')).toBeDefined();
    expect(pending(music.getByRole('button', { name: 'Play Music' }))).toBe(false);
    await press('Play Music');
    await advanceTime(1_100);
    expect(screen.getAllByText('Music: Error executing command')).toHaveLength(1);
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
