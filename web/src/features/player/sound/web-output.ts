import { volumeToDb } from '@belfry/schemas/domain/loudness';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { SoundCall, Source } from '../messages.ts';
import { prepare, type Sounding } from './sounding.ts';

type Following = { source: Source; overlapMs: number; timer: ReturnType<typeof setTimeout> | undefined };
type Channel = { sounding: Sounding; source: Source; volume: number; following: Following | null };

type VolumeCall = Extract<SoundCall, { op: 'volume' }>;

/** Why nothing is heard, for receipts; shown to users. */
const MUTE = 'the browser lets this page make no sound until somebody taps it';
/** An element may stop for a moment, so the end is looked for again. */
const LOOK_AGAIN_MS = 500;
const EARLY_MS = 5;

const levelOf = (volume: number, { gainDb }: Source): number => 10 ** ((volumeToDb(volume) + gainDb) / 20);

export type WebOutput = ReturnType<typeof createWebOutput>;

/** Something has ended by itself, or what follows it plays. */
export type Ended = (channel: PlayerChannel, isFollowed: boolean) => void;

/** Plays what a device says on each of its channels. */
export function createWebOutput(context: AudioContext, ended: Ended) {
  const channels = new Map<PlayerChannel, Channel>();
  /** Of each channel, so that what is decoded too late does not play. */
  const versions = new Map<PlayerChannel, number>();

  /** The instant of the context at which an instant of the clock is heard. */
  function contextTime(at: number): number {
    const aheadS = (at - Date.now()) / 1_000 - (context.outputLatency || 0);
    return context.currentTime + Math.max(0, aheadS);
  }

  function stop(channel: PlayerChannel): number {
    const version = (versions.get(channel) ?? 0) + 1;
    versions.set(channel, version);
    const playing = channels.get(channel);
    channels.delete(channel);
    clearTimeout(playing?.following?.timer);
    playing?.sounding.stop();
    return version;
  }

  async function make(
    channel: PlayerChannel,
    source: Source,
    volume: number,
    { positionS = 0, level = levelOf(volume, source) } = {},
  ): Promise<Channel> {
    const options = { context, into: context.destination, level, positionS };
    const over = (): void => {
      if (channels.get(channel) !== state) return;
      const { following } = state;
      channels.delete(channel);
      clearTimeout(following?.timer);
      // It was to overlap, but this one has ended before.
      if (following)
        void begin(channel, following.source, state.volume).then(
          () => ended(channel, true),
          () => ended(channel, false),
        );
      else ended(channel, false);
    };
    const sounding = await prepare(source, { ...options, ended: over }, channel === 'voice');
    const state: Channel = { sounding, source, volume, following: null };
    return state;
  }

  async function begin(channel: PlayerChannel, source: Source, volume: number): Promise<void> {
    const next = await make(channel, source, volume);
    channels.set(channel, next);
    await next.sounding.start(context.currentTime);
  }

  async function play({ channel, source, volume, positionS, startAt }: Extract<SoundCall, { op: 'play' }>) {
    const version = stop(channel);
    mustSound(context);
    const sound = await make(channel, source, volume, { positionS });
    if (versions.get(channel) !== version) return sound.sounding.stop();
    channels.set(channel, sound);
    try {
      await sound.sounding.start(contextTime(startAt));
    } catch (error) {
      if (channels.get(channel) === sound) stop(channel);
      throw error;
    }
  }

  /** Looks whether it is time for what follows, which begins while this is still heard. */
  function look(channel: PlayerChannel, playing: Channel): void {
    const { following } = playing;
    if (!following || channels.get(channel) !== playing) return;
    const dueMs = playing.sounding.leftS() * 1_000 - following.overlapMs;
    if (dueMs <= EARLY_MS) return void cross(channel, playing, following);
    const wait = Number.isFinite(dueMs) ? Math.min(dueMs, LOOK_AGAIN_MS) : LOOK_AGAIN_MS;
    following.timer = setTimeout(() => look(channel, playing), wait);
  }

  async function cross(channel: PlayerChannel, playing: Channel, { source, overlapMs }: Following): Promise<void> {
    playing.following = null;
    const overlapS = overlapMs / 1_000;
    const next = await make(channel, source, playing.volume, { level: 0 });
    if (channels.get(channel) !== playing) return next.sounding.stop();
    channels.set(channel, next);
    await next.sounding.start(context.currentTime).catch(() => {});
    next.sounding.setLevel(levelOf(next.volume, source), overlapS);
    playing.sounding.setLevel(0, overlapS);
    setTimeout(() => playing.sounding.stop(), overlapMs);
    ended(channel, true);
  }

  function follow(playing: Channel | undefined, { channel, source, overlapMs }: Extract<SoundCall, { op: 'follow' }>) {
    if (!playing) throw new Error('nothing plays that it could follow');
    clearTimeout(playing.following?.timer);
    playing.following = { source, overlapMs, timer: undefined };
    look(channel, playing);
  }

  function setVolume(playing: Channel, { volume, fadeMs }: VolumeCall): void {
    playing.volume = volume;
    playing.sounding.setLevel(levelOf(volume, playing.source), fadeMs / 1_000);
  }

  return {
    async run(call: Exclude<SoundCall, { op: 'page_open' }>): Promise<void> {
      const { channel } = call;
      if (call.op === 'play') return play(call);
      if (call.op === 'stop') return void stop(channel);
      const playing = channels.get(channel);
      if (call.op === 'follow') return follow(playing, call);
      if (!playing) return;
      if (call.op === 'pause') playing.sounding.pause();
      else if (call.op === 'resume') await playing.sounding.resume();
      else setVolume(playing, call);
    },
    stopAll: (): void => [...channels.keys()].forEach(stop),
  };
}

/** Throws with a reason for users. */
export const mustSound = (context: AudioContext): void => {
  if (context.state !== 'running') throw new Error(MUTE);
};
