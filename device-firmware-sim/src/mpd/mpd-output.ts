import { randomUUID } from 'node:crypto';
import { mkdir, open, readlink, rename, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { Clock } from '../hardware/clock.ts';
import {
  OutputError,
  type AudioOutput,
  type AudioSource,
  type EndedHandler,
  type TitleHandler,
} from '../playback/audio-output.ts';
import { createMpdChannel, type MpdChannel } from './mpd-channel.ts';
import type { SoundOutput } from './mpd-config.ts';
import { startMpd, type MpdProcess } from './mpd-process.ts';

export type MpdOutput = AudioOutput & {
  /** The process of each player, and since when it runs, in milliseconds since 1970; null while it does not. */
  services(): { channel: PlayerChannel; startedAt: number | null }[];
  close(): Promise<void>;
};

type MpdOutputOptions = {
  folder: string;
  outputOf: (channel: PlayerChannel) => SoundOutput;
  /** A named pipe that gets what the voice player plays. */
  voiceTap?: string | undefined;
  pathOf: (sha256: string) => string;
  clock: Clock;
  log: (line: string) => void;
};

/** Plays with one MPD per player, which run until it is closed. Resolves when all of them answer. */
export async function startMpdOutput({
  folder,
  outputOf,
  voiceTap,
  pathOf,
  clock,
  log,
}: MpdOutputOptions): Promise<MpdOutput> {
  const handlers = new Set<EndedHandler>();
  const titleHandlers = new Set<TitleHandler>();
  const links = join(folder, 'playable');
  const processes = new Map<PlayerChannel, MpdProcess>();
  const channels = new Map<PlayerChannel, MpdChannel>();
  for (const channel of PLAYER_CHANNELS) {
    const output = outputOf(channel);
    const tap = channel === 'voice' ? voiceTap : undefined;
    const process = await startMpd({ folder: join(folder, channel), output, mixes: channel === 'music', tap, log });
    processes.set(channel, process);
    const titled = (title: string): void => {
      for (const handler of titleHandlers) handler(channel, title);
    };
    const ended = (isFollowed: boolean, silentMs = 0): void => {
      for (const handler of handlers) handler(channel, isFollowed, silentMs);
    };
    channels.set(channel, createMpdChannel({ socketPath: process.socketPath, clock, ended, titled }));
  }
  await Promise.all([...channels.values()].map((channel) => channel.connected()));

  function channelOf(channel: PlayerChannel): MpdChannel {
    const mpdChannel = channels.get(channel);
    if (!mpdChannel) throw new OutputError(`there is no ${channel} player`);
    return mpdChannel;
  }

  async function uriOf(source: AudioSource): Promise<string> {
    if ('url' in source) return source.url;
    try {
      return `file://${await linkPlayable(links, source.sha256, pathOf(source.sha256))}`;
    } catch {
      throw new OutputError('the audio file is not on this device');
    }
  }

  return {
    play: async (channel, source, { volume, positionS = 0, startAt = 0 }) =>
      channelOf(channel).play({ uri: await uriOf(source), volume, gainDb: source.gain_db ?? 0, positionS, startAt }),
    follow: async (channel, source, overlapMs) =>
      channelOf(channel).follow({ uri: await uriOf(source), gainDb: source.gain_db ?? 0, overlapMs }),
    onEnded(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    onTitle(handler) {
      titleHandlers.add(handler);
      return () => void titleHandlers.delete(handler);
    },
    stop: (channel) => channelOf(channel).stop(),
    pause: (channel) => channelOf(channel).pause(),
    resume: (channel) => channelOf(channel).resume(),
    positionS: (channel) => channelOf(channel).positionS(),
    setVolume: (channel, volume, fadeMs = 0) => channelOf(channel).setVolume(volume, fadeMs),
    services: () =>
      PLAYER_CHANNELS.map((channel) => ({ channel, startedAt: processes.get(channel)?.startedAt() ?? null })),
    async close() {
      for (const channel of channels.values()) channel.close();
      await Promise.all([...processes.values()].map((process) => process.stop()));
    },
  };
}

/** The first bytes of each format; what has none of them is MP3, which may begin with any frame. */
const SIGNATURES = [
  ['RIFF', 'wav'],
  ['fLaC', 'flac'],
  ['OggS', 'ogg'],
] as const;

/**
 * A link to a file under a name that ends with its format, in the given folder: MPD chooses the decoder by the end of the name,
 * and the audio cache names its files by their hashes.
 * @returns the absolute path of the link
 */
async function linkPlayable(folder: string, sha256: string, file: string): Promise<string> {
  const link = join(resolve(folder), `${sha256}.${await formatOf(file)}`);
  const target = resolve(file);
  if ((await readlink(link).catch(() => null)) === target) return link;
  await mkdir(folder, { recursive: true });
  // It is never missing, because another player may link and open it at the same time.
  const temporary = `${link}.${randomUUID()}`;
  await symlink(target, temporary);
  await rename(temporary, link);
  return link;
}

async function formatOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const first = buffer.toString('latin1', 0, bytesRead);
    return SIGNATURES.find(([signature]) => signature === first)?.[1] ?? 'mp3';
  } finally {
    await handle.close();
  }
}
