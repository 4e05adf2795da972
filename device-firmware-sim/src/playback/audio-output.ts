import type { Priority } from '@belfry/schemas/domain/announcements';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { sleep, type Cancel, type Clock } from '../hardware/clock.ts';

/** A file of the audio cache, or a stream. `gain_db`: by how much it is played louder than it is; softer where negative. */
export type AudioSource = ({ sha256: string; duration_ms: number } | { url: string }) & {
  gain_db?: number | undefined;
};

type PlayOptions = {
  /** 0–100 */
  volume: number;
  /** Seconds into the file at which it starts; by default its beginning. */
  positionS?: number;
  /** Prepared now, and heard at this instant (ms since 1970 by the device's clock), so that neighbours begin together; by default, and when it has passed, now. */
  startAt?: number | undefined;
  /** Of an announcement: loudspeakers on the network may hear each priority at an address of its own. */
  priority?: Priority | undefined;
};

/** The sound hardware or the player service failed; the message is shown to users. */
export class OutputError extends Error {}

/**
 * `silentMs`: time for which a stream was silent before it was given up. `failure`: why it has not been heard to its end, where the output
 * tells; shown to users.
 */
export type EndedHandler = (channel: PlayerChannel, isFollowed: boolean, silentMs?: number, failure?: string) => void;

export type TitleHandler = (channel: PlayerChannel, title: string) => void;

export type AudioOutput = {
  /** Silence that leaves it before what is heard at an instant, for which it is told that much earlier, in ms; missing: none. */
  readonly leadMs?: number;
  /** Starts it, replacing what plays on that channel; resolves when it sounds, or was replaced before. Rejects with OutputError. */
  play(channel: PlayerChannel, source: AudioSource, options: PlayOptions): Promise<void>;
  /**
   * What follows what plays or is paused on a channel: it begins `overlapMs` before that ends, so that both are heard together.
   * Replaces what was to follow; `play` and `stop` forget it. Rejects with OutputError.
   */
  follow(channel: PlayerChannel, source: AudioSource, overlapMs: number): Promise<void>;
  /** Calls back when what plays on a channel ends by itself, also after an error, or what follows it plays (`isFollowed`); returns the undo. */
  onEnded(handle: EndedHandler): () => void;
  /** Calls back when the stream that plays on a channel says what it plays; returns the undo. Missing where streams are simulated. */
  onTitle?(handle: TitleHandler): () => void;
  stop(channel: PlayerChannel): Promise<void>;
  pause(channel: PlayerChannel): Promise<void>;
  resume(channel: PlayerChannel): Promise<void>;
  /** Seconds into what plays or is paused; 0 if there is nothing. */
  positionS(channel: PlayerChannel): number;
  /** Reaches the volume (0–100) after `fadeMs`, by default at once. */
  setVolume(channel: PlayerChannel, volume: number, fadeMs?: number): Promise<void>;
};

/** What a channel plays; `startedAt` by the monotonic clock, null while it is paused. `overlapMs` of what follows it. */
type Playing = {
  durationMs: number;
  elapsedMs: number;
  startedAt: number | null;
  cancelEnd: Cancel;
  following: { durationMs: number; overlapMs: number } | null;
};

const playingOf = (durationMs: number, positionS = 0): Playing => ({
  durationMs,
  elapsedMs: positionS * 1_000,
  startedAt: null,
  cancelEnd: () => {},
  following: null,
});

/**
 * An output without sound, whose files end after their duration by the clock. Streams never end.
 * @param fails whether the sound card does not open, as sometimes on flaky devices
 */
export function createSimulatedOutput(clock: Clock, fails: () => boolean = () => false): AudioOutput {
  const channels = new Map<PlayerChannel, Playing>();
  const handlers = new Set<EndedHandler>();

  function run(channel: PlayerChannel, playing: Playing): void {
    playing.startedAt = clock.monotonic();
    if (playing.durationMs === Infinity) return;
    const endMs = playing.durationMs - (playing.following?.overlapMs ?? 0);
    playing.cancelEnd = clock.after(Math.max(0, endMs - playing.elapsedMs), () => end(channel, playing));
  }

  function end(channel: PlayerChannel, { following }: Playing): void {
    channels.delete(channel);
    if (following) {
      const next = playingOf(following.durationMs);
      channels.set(channel, next);
      run(channel, next);
    }
    for (const handle of handlers) handle(channel, following !== null);
  }

  function halt(channel: PlayerChannel): Playing | undefined {
    const playing = channels.get(channel);
    playing?.cancelEnd();
    return playing;
  }

  return {
    async play(channel, source, { positionS = 0, startAt = 0 }) {
      halt(channel);
      channels.delete(channel);
      if (fails()) throw new OutputError(`${channel}: the sound card did not open`);
      const playing = playingOf(durationOf(source), positionS);
      channels.set(channel, playing);
      await sleep(clock, startAt - clock.now());
      if (channels.get(channel) === playing) run(channel, playing);
    },
    async follow(channel, source, overlapMs) {
      const playing = channels.get(channel);
      if (!playing) throw new OutputError(`${channel}: nothing plays that it could follow`);
      playing.following = { durationMs: durationOf(source), overlapMs };
      if (playing.startedAt === null) return;
      playing.cancelEnd();
      playing.elapsedMs = elapsedMsOf(playing, clock.monotonic());
      run(channel, playing);
    },
    onEnded(handle) {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
    async stop(channel) {
      halt(channel);
      channels.delete(channel);
    },
    async pause(channel) {
      const playing = halt(channel);
      if (!playing) return;
      playing.elapsedMs = elapsedMsOf(playing, clock.monotonic());
      playing.startedAt = null;
    },
    async resume(channel) {
      const playing = channels.get(channel);
      if (playing?.startedAt === null) run(channel, playing);
    },
    positionS(channel) {
      const playing = channels.get(channel);
      return playing ? elapsedMsOf(playing, clock.monotonic()) / 1_000 : 0;
    },
    async setVolume() {},
  };
}

const elapsedMsOf = ({ elapsedMs, startedAt }: Playing, now: number): number =>
  elapsedMs + (startedAt === null ? 0 : now - startedAt);

const durationOf = (source: AudioSource): number => ('url' in source ? Infinity : source.duration_ms);
