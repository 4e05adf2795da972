import { randomUUID } from 'node:crypto';
import { factoryMemory, volatileFlash, type Flash } from '../hardware/flash.ts';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import { createSharedDownloads } from '../audio-cache/audio-cache.ts';
import { createConfiguration } from '../device/configuration.ts';
import { newCounters } from '../device/counters.ts';
import { profileWithSerial } from '../fleet/device-profiles.ts';
import { ownTimers, type Clock } from '../hardware/clock.ts';
import { createRandom } from '../hardware/random.ts';
import type { SpeechState } from '../playback/announcer.ts';
import { createSimulatedOutput, type AudioOutput, type AudioSource } from '../playback/audio-output.ts';
import { createRecordedPageOutput } from '../live-pages/page-output.ts';
import { createPlayback, type PlaybackDeps } from '../playback/playback.ts';
import { createPlayers } from '../players/players.ts';
import { cachedHashes, item, SERIAL } from './test-programme.ts';
import { createManualClock } from './manual-clock.ts';
import { createTestDecoder, createTestPageTransport } from './test-live-pages.ts';

export function testFlash(): Flash {
  const profile = profileWithSerial(SERIAL);
  const flash = volatileFlash(factoryMemory(profile, 0));
  for (const sha256 of cachedHashes()) flash.audio.set(sha256, 1_000);
  return flash;
}

const nameOf = (source: AudioSource): string =>
  'url' in source ? source.url : String.fromCharCode(Number.parseInt(source.sha256, 16));

function recordedOutput(clock: Clock, calls: string[]): AudioOutput {
  const output = createSimulatedOutput(clock);
  const record = (text: string): void => void calls.push(text);
  return {
    ...output,
    async play(channel, source, options) {
      const gain = source.gain_db === undefined ? '' : ` ${source.gain_db} dB`;
      record(
        `${channel} ${nameOf(source)} at ${options.volume}${gain}${options.positionS ? ` from ${options.positionS}` : ''}`,
      );
      await output.play(channel, source, options);
    },
    async follow(channel, source, overlapMs) {
      record(`${channel} ${nameOf(source)} begins ${overlapMs / 1_000} s early`);
      await output.follow(channel, source, overlapMs);
    },
    async stop(channel) {
      record(`${channel} stops`);
      await output.stop(channel);
    },
    async pause(channel) {
      record(`${channel} pauses`);
      await output.pause(channel);
    },
    async resume(channel) {
      record(`${channel} resumes`);
      await output.resume(channel);
    },
    async setVolume(channel, volume, fadeMs = 0) {
      record(`${channel} to ${volume} in ${fadeMs}`);
    },
  };
}

/** The playback of a device with a manual clock, and what it does. `boot` again with the same flash after a loss of power. */
export function bootPlayback(clock = createManualClock(), flash = testFlash(), changes: Partial<PlaybackDeps> = {}) {
  const timers = ownTimers(clock);
  const calls: string[] = [];
  const profile = profileWithSerial(SERIAL);
  const random = createRandom('test');
  const configuration = createConfiguration(flash, () => {});
  const pageOutput = createRecordedPageOutput(timers);
  const pageTransport = createTestPageTransport();
  const behaviour = { ...profile.behaviour, autoplay: 'nothing' as const, announcementIntervalMs: 1e12 };
  const players = createPlayers({
    clock: timers,
    random,
    behaviour,
    settings: configuration.settings,
    positionMs: 60_000,
    publish: () => {},
  });
  const playback = createPlayback({
    serial: SERIAL,
    clock: timers,
    random,
    flash,
    players,
    configuration,
    counters: newCounters(),
    networkTime: () => null,
    output: recordedOutput(timers, calls),
    ear: null,
    pageOutput,
    pageTransport,
    createDecoder: createTestDecoder,
    apiUrl: undefined,
    downloads: createSharedDownloads(),
    reported: () => {},
    ...changes,
  });
  playback.start();
  return {
    clock,
    flash,
    players,
    playback,
    configuration,
    pageOutput,
    pageTransport,
    /** The calls to the output since the last call of this. */
    takeOutput: (): string[] => calls.splice(0),
    receipts: (runId?: string): string[] => receiptsIn(flash, runId),
    say: (params: Partial<CommandParams<'play'>> = {}, expiresInS = 60): SpeechState => {
      const run = { run_id: randomUUID(), items: [item('A')], priority: 'say_now' as const, ...params };
      return playback.say(run, clock.now() + expiresInS * 1_000);
    },
    powerOff(): void {
      playback.kill();
      timers.cancelAll();
    },
    async wait(seconds: number): Promise<void> {
      for (let left = seconds; left > 0; left -= 1) {
        await clock.advance(Math.min(1, left) * 1_000);
        playback.tick();
        players.tick();
      }
    },
  };
}

const receiptsIn = ({ receipts }: Flash, runId: string | undefined): string[] =>
  receipts
    .toArray()
    .filter(({ run_id }) => runId === undefined || run_id === runId)
    .map(({ event, reason }) => (reason === null ? event : `${event}: ${reason}`));

export type TestPlayback = ReturnType<typeof bootPlayback>;
