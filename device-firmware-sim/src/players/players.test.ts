import { beforeEach, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '../testing/test-context.ts';

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
});

async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    await context.clock.advance(1_000);
    context.players.tick();
  }
}

const takeReports = (): string[] =>
  context.published.players
    .splice(0)
    .map(({ channel, state, position }) => `${channel} ${state} ${Math.round(position)}`);

test('every change is reported at once, the position of a playing channel every five seconds', async () => {
  context.players.play('music', 0);
  expect(takeReports()).toEqual(['music playing 0']);
  await seconds(12);
  expect(takeReports()).toEqual(['music playing 5', 'music playing 10']);
  context.players.stop('music');
  await seconds(12);
  expect(takeReports()).toEqual(['music stopped 0']);
});

test('music and radio exclude each other, announcements do not', () => {
  context.players.play('music');
  takeReports();
  context.players.play('radio');
  expect(takeReports()).toEqual(['music stopped 0', 'radio playing 0']);
  context.players.play('voice');
  expect(context.players.playing()).toBe(2);
});

test('a device plays announcements by itself, which end by themselves', async () => {
  context = createTestContext({ announcementIntervalMs: 60_000 });
  await seconds(120);
  const states = takeReports().filter((line) => line.startsWith('voice'));
  expect(states.some((line) => line.includes('playing'))).toBe(true);
  expect(states.some((line) => line.includes('finished'))).toBe(true);
  await seconds(600);
  expect(context.published.players.filter(({ state }) => state === 'idle').length).toBeGreaterThan(3);
});

test('a station announces another item without restarting the stream', async () => {
  context.players.play('radio');
  const first = context.players.status('radio').current_track;
  await seconds(241);
  const { current_track, position } = context.players.status('radio');
  expect(current_track).not.toBe(first);
  expect(position).toBe(241);
});

test('volumes, playlist and station follow the settings, and only changes are reported', () => {
  context.players.configure(context.configuration.change({ music_volume: 15 }));
  expect(takeReports()).toEqual(['music stopped 0']);
  expect(context.players.status('music').volume).toBe(15);
  context.players.configure(context.configuration.change({ current_radio_url: 'https://radio.test/live' }));
  context.players.play('radio');
  expect(context.players.status('radio').current_track).toBe('radio.test - Live');
  context.players.configure(context.configuration.change({ music_status: 'play', music_type: 'jazz' }));
  expect(context.players.status('music').state).toBe('playing');
});

test('a stopped channel stays stopped after a restart', () => {
  context = createTestContext({ autoplay: 'music' });
  context.configuration.change({ music_status: 'stop' });
  context.players.start();
  expect(context.players.playing()).toBe(0);
});
