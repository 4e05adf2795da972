import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerSound } from '@belfry/schemas/domain/sound-tests';
import { checkDisk, checkTemperature } from '../commands/diagnostics.ts';
import { isoTime, sleep, type Clock } from '../hardware/clock.ts';
import type { Sensors } from '../hardware/sensors.ts';
import { SAMPLE_FORMAT } from '../mpd/mpd-config.ts';
import type { MpdOutput } from '../mpd/mpd-output.ts';
import type { AudioOutput } from '../playback/audio-output.ts';
import { hear } from '../sound/hear.ts';
import { downsample, formatWav, type Sound } from '../sound/pcm.ts';
import { testTone, TONE_SECONDS, toneNumber } from '../sound/test-tone.ts';
import type { Check, Service } from './host.ts';
import { listen } from './microphone.ts';

/** Time of the sound through the player, the loudspeaker, the room and the microphone. */
const TAIL_MS = 700;
/** A player that has not ended by then is not waited for. */
const LATE_MS = 4_000;
const VOLUME = 80;
/** The tones are below half of the remaining rate. */
const DOWNSAMPLED = 5;

type SelfTestDeps = {
  /** Serial of the device, which has its own tones. */
  serial: string;
  clock: Clock;
  output: AudioOutput;
  /** Where a file of the audio cache with this name would be. */
  fileOf: (sha256: string) => string;
  /** An ALSA device or a named pipe; without it nothing is played. */
  microphone: string | undefined;
};

export async function hearPlayers(deps: SelfTestDeps, level: number): Promise<PlayerHeard[]> {
  const heard: PlayerHeard[] = [];
  for (const channel of PLAYER_CHANNELS) heard.push({ channel, ...(await hearPlayer(deps, channel, level)) });
  return heard;
}

/** `detail` is what a microphone or player that has failed says, for people. */
type PlayerHeard = PlayerSound & { detail?: string };

async function hearPlayer(
  deps: SelfTestDeps,
  channel: PlayerChannel,
  volume: number,
): Promise<Omit<PlayerHeard, 'channel'>> {
  const { serial, output, microphone } = deps;
  if (microphone === undefined) return { result: 'not_tested', reason: 'no_microphone' };
  if (output.positionS(channel) > 0) return { result: 'not_tested', reason: 'in_use' };
  try {
    const sound = testTone(toneNumber(serial, channel), SAMPLE_FORMAT.rate);
    const recording = await playAndRecord(deps, { channel, volume, microphone, sound });
    if (recording.length === 0) return { result: 'not_heard', detail: 'the microphone has recorded nothing' };
    const tone = downsample(sound.samples, DOWNSAMPLED);
    return hear(downsample(recording, DOWNSAMPLED), tone, SAMPLE_FORMAT.rate / DOWNSAMPLED);
  } catch (error) {
    return { result: 'not_tested', reason: 'microphone_failed', detail: (error as Error).message };
  }
}

export async function testSound(deps: SelfTestDeps): Promise<Check[]> {
  const heard = await hearPlayers(deps, VOLUME);
  return heard.map(({ channel, ...one }) => Object.assign({ name: `sound of ${channel}` }, checkOf(one)));
}

const NOT_TESTED = {
  no_microphone: 'not tested: the device has no microphone',
  in_use: 'not tested: the player is in use',
  too_noisy: 'not tested: the room is too noisy',
} as const;

function checkOf({ result, reason, correlation = 0, detail }: Omit<PlayerHeard, 'channel'>): Omit<Check, 'name'> {
  if (detail !== undefined) return { ok: false, detail };
  if (reason === 'no_microphone' || reason === 'in_use' || reason === 'too_noisy')
    return { ok: true, tested: false, detail: NOT_TESTED[reason] };
  const words = result === 'heard' ? 'heard' : 'not heard';
  return { ok: result === 'heard', detail: `${words} (${Math.round(correlation * 100)} % like what was played)` };
}

type Played = { channel: PlayerChannel; volume: number; microphone: string; sound: Sound };

async function playAndRecord(
  { clock, output, fileOf }: SelfTestDeps,
  { channel, volume, microphone, sound }: Played,
): Promise<Float32Array> {
  const sha256 = `self-test-${channel}`;
  const file = fileOf(sha256);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatWav(sound));
  const listening = await listen(microphone);
  let stopWaiting = (): void => {};
  try {
    const ended = new Promise<void>((resolve) => {
      stopWaiting = output.onEnded((other) => other === channel && resolve());
    });
    await output.play(channel, { sha256, duration_ms: TONE_SECONDS * 1_000 }, { volume });
    // A busy device may begin late.
    await Promise.race([ended, sleep(clock, TONE_SECONDS * 1_000 + LATE_MS)]);
    await sleep(clock, TAIL_MS);
  } catch (error) {
    await listening.stop().catch(() => {});
    throw error;
  } finally {
    stopWaiting();
  }
  return listening.stop();
}

const TIME_SERVICE = { folder: '/run/systemd/timesync', synchronized: '/run/systemd/timesync/synchronized' };
const IDLE = { playing: 0, busy: false };

export function servicesOf(output: Pick<MpdOutput, 'services'>, clock: Clock): Service[] {
  const device = { name: 'belfry-device', startedAt: performance.timeOrigin };
  const players = output.services().map(({ channel, startedAt }) => ({ name: `player-${channel}`, startedAt }));
  return [device, ...players].map(({ name, startedAt }) => ({
    name,
    state: startedAt === null ? 'failed' : 'running',
    since: isoTime(startedAt ?? clock.now()),
  }));
}

type DiagnosisDeps = Omit<SelfTestDeps, 'output'> & { output: MpdOutput; sensors: Pick<Sensors, 'read'> };

/** All checks of a machine, which take a few seconds where it has a microphone. */
export async function diagnoseHost({ sensors, ...deps }: DiagnosisDeps): Promise<Check[]> {
  const players = deps.output.services();
  const running = players.filter(({ startedAt }) => startedAt !== null).length;
  const detail = players.length === 0 ? 'simulated, without sound' : `${running} of ${players.length} are running`;
  return [
    { name: 'players', ok: running === players.length, detail },
    ...checkMachine(sensors),
    ...(players.length === 0 ? [] : await testSound(deps)),
  ];
}

export function checkMachine(sensors: Pick<Sensors, 'read'>): Check[] {
  const { disk_usage_percent: disk, cpu_temperature: celsius } = sensors.read(IDLE);
  return [
    { name: 'storage', ...checkDisk(disk) },
    celsius === 0
      ? { name: 'temperature', ok: true, detail: 'this machine has no sensor' }
      : { name: 'temperature', ...checkTemperature(celsius) },
    checkClock(),
  ];
}

function checkClock(): Check {
  const name = 'clock';
  if (!existsSync(TIME_SERVICE.folder))
    return { name, ok: true, detail: 'this machine does not tell whether it is set' };
  const ok = existsSync(TIME_SERVICE.synchronized);
  return { name, ok, detail: ok ? 'set by the network' : 'not set by the network since the start' };
}
