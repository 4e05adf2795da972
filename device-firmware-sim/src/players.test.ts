import { beforeEach, expect, test } from 'vitest';
import { createTestParts, type TestParts } from './testing/test-parts.ts';

let parts: TestParts;

beforeEach(() => {
  parts = createTestParts();
});

async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await parts.clock.advance(1_000);
    parts.players.tick();
  }
}

const said = (): string[] =>
  parts.said.players.splice(0).map(({ channel, state, position }) => `${channel} ${state} ${Math.round(position)}`);

test('every change is said at once, a playing position every five seconds and no more often', async () => {
  parts.players.play('music', 0);
  expect(said()).toEqual(['music playing 0']);
  await seconds(12);
  expect(said()).toEqual(['music playing 5', 'music playing 10']);
  parts.players.stop('music');
  await seconds(12);
  expect(said()).toEqual(['music stopped 0']);
});

test('music and radio share the loudspeaker, announcements do not ask', () => {
  parts.players.play('music');
  said();
  parts.players.play('radio');
  expect(said()).toEqual(['music stopped 0', 'radio playing 0']);
  parts.players.play('voice');
  expect(parts.players.playing()).toBe(2);
});

test('a device makes an announcement now and then, which ends by itself', async () => {
  parts = createTestParts({ announceEveryMs: 60_000 });
  await seconds(120);
  const states = said().filter((line) => line.startsWith('voice'));
  expect(states.some((line) => line.includes('playing'))).toBe(true);
  expect(states.some((line) => line.includes('finished'))).toBe(true);
  await seconds(600);
  expect(parts.said.players.filter(({ state }) => state === 'idle').length).toBeGreaterThan(3);
});

test('a station announces another piece without starting again', async () => {
  parts.players.play('radio');
  const first = parts.players.status('radio').current_track;
  await seconds(241);
  const { current_track, position } = parts.players.status('radio');
  expect(current_track).not.toBe(first);
  expect(position).toBe(241);
});

test('volumes, playlist and station follow the settings, and only what changed is said', () => {
  parts.players.configure(parts.configuration.change({ music_volume: 15 }));
  expect(said()).toEqual(['music stopped 0']);
  expect(parts.players.status('music').volume).toBe(15);
  parts.players.configure(parts.configuration.change({ current_radio_url: 'https://radio.test/live' }));
  parts.players.play('radio');
  expect(parts.players.status('radio').current_track).toBe('radio.test - Live');
  parts.players.configure(parts.configuration.change({ music_status: 'play', music_type: 'jazz' }));
  expect(parts.players.status('music').state).toBe('playing');
});

test('a silenced device stays silent after a restart', () => {
  parts = createTestParts({ listens: 'music' });
  parts.configuration.change({ music_status: 'stop' });
  parts.players.start();
  expect(parts.players.playing()).toBe(0);
});
