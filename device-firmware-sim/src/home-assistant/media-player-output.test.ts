import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../hardware/clock.ts';
import { createAudioServer } from './audio-server.ts';
import { connectHomeAssistant } from './client.ts';
import { createMediaPlayerOutput } from './media-player-output.ts';
import { startFakeHome, ENTITY, TOKEN } from '../testing/fake-home-assistant.ts';
import { letPass } from '@belfry/schemas/testing/clock';

let home: Awaited<ReturnType<typeof startFakeHome>>;
let folder: string;
let ends: (() => void)[] = [];
beforeEach(async () => {
  home = await startFakeHome();
  folder = mkdtempSync(join(tmpdir(), 'belfry-home-'));
  writeFileSync(join(folder, 'bell'), 'ID3 a bell');
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  home.close();
  rmSync(folder, { recursive: true });
});

async function start(token = TOKEN) {
  const homeAssistant = connectHomeAssistant(home.url, token, systemClock);
  const audio = createAudioServer(systemClock);
  const player = createMediaPlayerOutput({
    homeAssistant,
    audio,
    entity: ENTITY,
    clock: systemClock,
    pathOf: (name) => join(folder, name),
  });
  const ended = vi.fn<(channel: string) => void>();
  player.output.onEnded(ended);
  ends.push(homeAssistant.close, audio.close, player.close);
  return { ...player, ended };
}
const BELL = { sha256: 'bell', duration_ms: 400 };

test('an announcement is fetched by an address that holds for it, and its volume is given back', async () => {
  const { output, problem, ended } = await start();
  await vi.waitFor(() => expect(problem()).toBeNull());
  await output.play('voice', BELL, { volume: 60 });
  expect(home.calls.map(({ service }) => service)).toEqual(['volume_set', 'play_media']);
  expect(home.calls[0]?.service_data).toEqual({ volume_level: 0.6 });
  const { media_content_id, announce } = home.calls[1]?.service_data ?? {};
  expect(announce).toBe(true);
  const address = String(media_content_id);
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'audio/mpeg',
    'ID3 a bell',
  ]);
  const part = await fetch(address, { headers: { range: 'bytes=4-4' } });
  expect([part.status, await part.text()]).toEqual([206, 'a']);
  expect((await fetch(`${address}0`)).status).toBe(404);
  home.say('playing');
  await letPass(50);
  expect(ended).not.toHaveBeenCalled();
  home.say('idle');
  await vi.waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('voice', false));
  await vi.waitFor(() => expect(home.calls.at(-1)?.service_data).toEqual({ volume_level: 0.25 }));
});

test('a player that says nothing has ended after the duration; music under it goes on', async () => {
  const { output, ended, problem } = await start();
  await vi.waitFor(() => expect(problem()).toBeNull());
  await output.play('radio', { url: 'http://radio.example/live' }, { volume: 30 });
  home.say('playing');
  await output.play('voice', { ...BELL, duration_ms: 100 }, { volume: 60 });
  await output.setVolume('radio', 12);
  home.say('idle');
  await vi.waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('voice', false), 4_000);
  expect(home.calls.filter(({ service_data }) => service_data?.['volume_level'] === 0.12)).toEqual([]);
  await output.stop('radio');
  expect(home.calls.some(({ service }) => service === 'media_stop')).toBe(true);
});

test('a token that is not accepted, and a lost Home Assistant, are said', async () => {
  const { output, problem } = await start('wrong');
  await vi.waitFor(() => expect(problem()).toMatch(/does not accept the token/));
  await expect(output.play('voice', BELL, { volume: 60 })).rejects.toThrow(/does not accept the token/);
  const other = await start();
  await vi.waitFor(() => expect(other.problem()).toBeNull());
  home.close();
  await vi.waitFor(() => expect(other.problem()).toMatch(/not reached/));
});

test('a Home Assistant that floods is left alone, and another one is not delayed', async () => {
  const wild = await start();
  await vi.waitFor(() => expect(wild.problem()).toBeNull());
  const sent = home.flood(900_000);
  home = await startFakeHome();
  const calm = await start();
  await vi.waitFor(() => expect(wild.problem()).toBe('Home Assistant sends too much'));
  const asked = performance.now();
  await calm.output.play('voice', BELL, { volume: 60 });
  expect(performance.now() - asked).toBeLessThan(1_000);
  const before = sent();
  // It would be tried again after one second if it were only lost.
  await letPass(2_000);
  expect([sent(), wild.problem()]).toEqual([before, 'Home Assistant sends too much']);
  expect(calm.problem()).toBeNull();
});
