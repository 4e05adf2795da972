import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { CommandError } from '../device/types.ts';
import type { Clock } from '../hardware/clock.ts';
import type { SoundOutput } from '../mpd/mpd-config.ts';
import { startMpdOutput, type MpdOutput } from '../mpd/mpd-output.ts';
import { createSimulatedOutput, OutputError, type AudioOutput, type AudioSource } from '../playback/audio-output.ts';
import { VOLUME_SETTINGS, type Players } from '../players/players.ts';
import { chirp } from '../sound/chirp.ts';
import { formatWav } from '../sound/pcm.ts';
import { resolveForMany, resolveStation } from '../stations/resolve-station.ts';
import { withStations } from '../stations/with-stations.ts';
import type { HostRun } from './config.ts';
import type { HostPlayers, PlayerRequest } from './host.ts';

const TONE = { name: 'test-tone', title: 'Test tone', seconds: 3 };

/**
 * Controls the real players by commands: what the programme plays where it plays something, and otherwise a test tone, or the
 * station of the radio.
 * @param fileOf where a file of the audio cache with this name would be
 */
export function createHostPlayers(output: AudioOutput, fileOf: (name: string) => string): HostPlayers {
  /** Players that a command has started, with the title of what they play. */
  const started = new Map<PlayerChannel, { title: string; players: Players }>();
  output.onEnded((channel) => {
    const former = started.get(channel);
    started.delete(channel);
    if (former && former.players.status(channel).current_track === former.title) former.players.finish(channel);
  });

  async function play({ channel, address, players, settings }: PlayerRequest): Promise<void> {
    const volume = settings[VOLUME_SETTINGS[channel]];
    const { source, title, duration } = channel === 'radio' ? stationOf(address, settings) : storeTone(fileOf);
    await output.play(channel, source, { volume });
    started.set(channel, { title, players });
    players.show(channel, { title, duration, volume }, 0);
  }

  async function run(request: PlayerRequest): Promise<void> {
    const { channel, action, address, players, playback } = request;
    if (action === 'status') return;
    if (action === 'next' || action === 'previous')
      throw new CommandError('not_supported', 'the players of this device have no list to skip in');
    if (address === undefined && playback.control(channel, action)) return;
    const paused = players.status(channel).state === 'paused' && started.has(channel);
    if (action === 'play' && !(paused && address === undefined)) return play(request);
    if (action === 'play') {
      await output.resume(channel);
      players.play(channel);
    } else if (action === 'pause') {
      await output.pause(channel);
      players.pause(channel);
    } else {
      started.delete(channel);
      await output.stop(channel);
      players.stop(channel);
    }
  }

  return {
    control: (request) =>
      run(request).catch((error: unknown) => {
        throw error instanceof OutputError ? new CommandError('player_error', error.message) : error;
      }),
    volumeChanged(channel, volume) {
      if (started.has(channel)) void output.setVolume(channel, volume).catch(() => {});
    },
  };
}

type Track = { source: AudioSource; title: string; duration: number };

function stationOf(address: string | undefined, { current_radio_url }: DeviceSettings): Track {
  const url = address ?? current_radio_url;
  if (url === null) throw new CommandError('invalid_params', 'no station is set');
  return { source: { url }, title: new URL(url).hostname, duration: 0 };
}

function storeTone(fileOf: (name: string) => string): Track {
  const { name, title, seconds } = TONE;
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatWav(chirp({ rate: 44_100, fromHz: 440, toHz: 880, seconds })));
  return { source: { sha256: name, duration_ms: seconds * 1_000 }, title, duration: seconds };
}

type SoundOptions = {
  run: Pick<HostRun, 'folder' | 'players' | 'output' | 'soundDevice'>;
  clock: Clock;
  pathOf: (sha256: string) => string;
  log: (line: string) => void;
  /** A named pipe that gets what the voice player plays. */
  voiceTap?: string | undefined;
};

/** The players that the command line asks for. Resolves when they are ready. */
export async function startSound({ run, clock, pathOf, log, voiceTap }: SoundOptions): Promise<MpdOutput> {
  if (run.players === 'simulated')
    return { ...withStations(createSimulatedOutput(clock), resolveForMany), services: () => [], close: async () => {} };
  const { soundDevice } = run;
  const folder = join(run.folder, 'players');
  const outputOf = (channel: string): SoundOutput => {
    if (run.output === 'null') return { type: 'null' };
    if (run.output === 'fifo') return { type: 'fifo', path: join(soundDevice ?? folder, `${channel}.fifo`) };
    return { type: run.output, device: soundDevice };
  };
  return withStations(await startMpdOutput({ folder, outputOf, voiceTap, pathOf, clock, log }), (address) =>
    resolveStation(address),
  );
}
