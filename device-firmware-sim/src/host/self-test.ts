import { spawn } from 'node:child_process';
import { constants, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import { checkDisk, checkTemperature } from '../commands/diagnostics.ts';
import { isoTime, sleep, type Clock } from '../hardware/clock.ts';
import type { Sensors } from '../hardware/sensors.ts';
import { SAMPLE_FORMAT } from '../mpd/mpd-config.ts';
import type { MpdOutput } from '../mpd/mpd-output.ts';
import type { AudioOutput } from '../playback/audio-output.ts';
import { chirp } from '../sound/chirp.ts';
import { findPattern } from '../sound/correlation.ts';
import { formatWav, samplesOf, type Sound } from '../sound/pcm.ts';
import type { Check, Service } from './host.ts';

const SECONDS = 1;
/** What the sound needs through the player, the loudspeaker, the room and the microphone. */
const TAIL_MS = 700;
/** A player that has not ended by then is not waited for. */
const LATE_MS = 4_000;
const VOLUME = 80;
/** Echoes and noise lower the correlation of what is heard; what was not played stays below a tenth. */
const HEARD = 0.25;
/** Each player has its own chirp, so that none is taken for the one before. */
const RANGES: Record<PlayerChannel, { fromHz: number; toHz: number }> = {
  voice: { fromHz: 400, toHz: 4_000 },
  music: { fromHz: 4_000, toHz: 400 },
  radio: { fromHz: 1_000, toHz: 6_000 },
};

type SelfTestDeps = {
  clock: Clock;
  output: AudioOutput;
  /** Where a file of the audio cache with this name would be. */
  fileOf: (sha256: string) => string;
  /** An ALSA device or a named pipe; without it nothing is played. */
  microphone: string | undefined;
};

/** Plays a chirp on each player that is not in use, and tells whether the microphone has heard it. */
export async function testSound(deps: SelfTestDeps): Promise<Check[]> {
  const checks: Check[] = [];
  for (const channel of PLAYER_CHANNELS)
    checks.push({ name: `sound of ${channel}`, ...(await testChannel(deps, channel)) });
  return checks;
}

async function testChannel(deps: SelfTestDeps, channel: PlayerChannel): Promise<Omit<Check, 'name'>> {
  const { output, microphone } = deps;
  if (microphone === undefined) return { ok: true, tested: false, detail: 'not tested: the device has no microphone' };
  if (output.positionS(channel) > 0) return { ok: true, tested: false, detail: 'not tested: the player is in use' };
  try {
    const sound = chirp({ rate: SAMPLE_FORMAT.rate, seconds: SECONDS, ...RANGES[channel] });
    const recording = await playAndRecord(deps, channel, microphone, sound);
    if (recording.length === 0) return { ok: false, detail: 'the microphone has recorded nothing' };
    const { correlation } = findPattern(withSilence(recording, sound.samples.length), sound.samples);
    const percent = Math.round(correlation * 100);
    return correlation >= HEARD
      ? { ok: true, detail: `heard (${percent} % like what was played)` }
      : { ok: false, detail: `not heard (${percent} % like what was played)` };
  } catch (error) {
    return { ok: false, detail: (error as Error).message };
  }
}

/** A player can discard the last milliseconds of a pipe when it ends, so a recording may be shorter than what was played. */
function withSilence(recording: Float32Array, samples: number): Float32Array {
  const padded = new Float32Array(recording.length + samples);
  padded.set(recording);
  return padded;
}

async function playAndRecord(
  { clock, output, fileOf }: SelfTestDeps,
  channel: PlayerChannel,
  microphone: string,
  sound: Sound,
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
    await output.play(channel, { sha256, duration_ms: SECONDS * 1_000 }, { volume: VOLUME });
    // A busy device may begin late.
    await Promise.race([ended, sleep(clock, SECONDS * 1_000 + LATE_MS)]);
    await sleep(clock, TAIL_MS);
  } catch (error) {
    await listening.stop().catch(() => {});
    throw error;
  } finally {
    stopWaiting();
  }
  return listening.stop();
}

/** Where systemd's time service notes that the clock is set. */
const TIME_SERVICE = { folder: '/run/systemd/timesync', synchronized: '/run/systemd/timesync/synchronized' };
const IDLE = { playing: 0, busy: false };

/** The processes of a device, each with the time of its start. */
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

/** What a machine tells about itself. */
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

/** More than any self-test records. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The microphone cannot be used; the message is shown to users. */
class MicrophoneError extends Error {}

type Listening = {
  /** Ends it. Resolves with the samples at `SAMPLE_FORMAT.rate`; rejects with MicrophoneError. */
  stop(): Promise<Float32Array>;
};

/**
 * Records from an ALSA device by `arecord`, or from a named pipe with samples of `SAMPLE_FORMAT`. Resolves when the first samples
 * are there, or the microphone has failed.
 */
async function listen(name: string): Promise<Listening> {
  const { stream, failure, end } = isPipe(name) ? openPipe(name) : startArecord(name);
  const parts: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= BYTES_MAX) parts.push(part);
  });
  stream.resume();
  if (!isPipe(name)) await Promise.race([failure, new Promise((resolve) => void stream.once('data', resolve))]);
  return {
    async stop() {
      end();
      const reason = await Promise.race([failure, Promise.resolve(null)]);
      if (reason !== null && bytes === 0) throw new MicrophoneError(reason);
      return samplesOf(Buffer.concat(parts), SAMPLE_FORMAT.channels);
    },
  };
}

/** `failure` resolves with a reason when it fails. */
type Source = { stream: Readable; failure: Promise<string>; end: () => void };

const isPipe = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFIFO() ?? false;

function openPipe(path: string): Source {
  // Opened for writing as well, so that it does not end with its writer.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const stream = new Socket({ fd, readable: true, writable: false });
  const failure = new Promise<string>((resolve) => void stream.on('error', ({ message }) => resolve(message)));
  return { stream, failure, end: () => void stream.destroy() };
}

function startArecord(device: string): Source {
  const recorder = spawn('arecord', ['-q', '-D', device, '-f', 'cd', '-t', 'raw'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastOutput = '';
  recorder.stderr.on('data', (bytes: Buffer) => (lastOutput = (lastOutput + bytes.toString()).slice(-300)));
  const failure = new Promise<string>((resolve) => {
    recorder.on('error', () => resolve('arecord is not installed (apt install alsa-utils)'));
    recorder.on('close', () => resolve(lastOutput.trim() || 'arecord has ended'));
  });
  return { stream: recorder.stdout, failure, end: () => void recorder.kill('SIGTERM') };
}
