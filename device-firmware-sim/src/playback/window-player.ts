import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { reasonOf, reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Clock } from '../hardware/clock.ts';
import type { SoundWindow } from '../programme/programme.ts';
import { OutputError, type AudioOutput, type AudioSource } from './audio-output.ts';
import type { Heard } from './heard-tracks.ts';
import { createTrackOrder, trackAt, type TrackOrder } from './track-order.ts';

/** A window with its tracks in their order, and the number of the one that plays; a station has none. */
export type PlayingWindow = {
  window: SoundWindow;
  channel: PlayerChannel;
  order: TrackOrder;
  index: number;
  /** The track that begins before this one has ended; null if none does. */
  following: number | null;
};

const NO_TRACKS: TrackOrder = { length: 0, roundMs: 0, at: () => undefined, overlapMs: () => 0 };

/** Null for silence. */
export function playingWindow(window: SoundWindow): PlayingWindow | null {
  const { sound } = window;
  if (sound.kind === 'silence') return null;
  const beginning = { window, index: 0, following: null };
  if (sound.kind === 'station') return { ...beginning, channel: 'radio', order: NO_TRACKS };
  const seed = 'run_id' in sound ? sound.run_id : sound.from;
  return { ...beginning, channel: 'music', order: createTrackOrder(sound, seed) };
}

/** Undefined if there is no such track. */
function sourceOf({ window: { sound }, order }: PlayingWindow, index: number): AudioSource | undefined {
  return sound.kind === 'station' ? { url: sound.url, gain_db: sound.gain_db } : order.at(index);
}

/** What consoles see; the duration is in seconds, 0 for a stream. */
export function trackOf({ window: { sound }, order, index }: PlayingWindow): { title: string; duration: number } {
  const title = 'title' in sound ? sound.title : sound.name;
  return { title, duration: Math.round((order.at(index)?.duration_ms ?? 0) / 1_000) };
}

/** The first track, from this one, that has been downloaded; -1 if there is none. */
function nextTrack({ order }: PlayingWindow, from: number, isCached: (sha256: string) => boolean): number {
  // In so many there is each track, whatever the order of its rounds.
  for (let index = from; index < from + 2 * order.length; index++) {
    const track = order.at(index);
    if (track && isCached(track.sha256)) return index;
  }
  return -1;
}

/** How long after a failure a stream or playlist is tried again, and after its end a stream. */
const RETRY_MS = 10_000;
const STREAM_RETRY_MS = 3_000;
/** A station that is silent for this time is given up; see PLAY-16. */
const SILENT_MS = 15_000;
/** A station is heard once it has sounded for this time: some servers send a little, and then nothing. */
const STEADY_MS = 5_000;

type WindowPlayerOptions = {
  clock: Clock;
  output: AudioOutput;
  isCached: (sha256: string) => boolean;
  mayPlay: () => boolean;
  volumeOf: (playing: PlayingWindow) => number;
  onPlaying: (playing: PlayingWindow, positionS: number) => void;
  onTitle: (playing: PlayingWindow, title: string, positionS: number) => void;
  /** The station of this window cannot be heard, and why; null where nothing is known. */
  onSilent: (playing: PlayingWindow, reason: string | null) => void;
  onHeard: (heard: Heard) => void;
};

/** `at`: ms since 1970. */
type Listening = { track: AudioItem; at: number; positionS: number };

export function createWindowPlayer(options: WindowPlayerOptions) {
  const { clock, output, isCached, mayPlay, volumeOf, onPlaying, onTitle, onSilent, onHeard } = options;
  let current: PlayingWindow | null = null;
  let listening: Listening | null = null;
  let retryAt = Infinity;
  /** Since when the window is not heard, by the monotonic clock; null while it is. */
  let silentSince: number | null = null;
  let soundsSince: number | null = null;
  let reason: string | null = null;
  output.onEnded((channel, isFollowed, silentMs = 0) => {
    if (current?.channel !== channel) return;
    heardUntilEnd();
    if (isFollowed) return followed(current);
    silentSince ??= clock.monotonic() - silentMs;
    soundsSince = null;
    if (silentMs > 0) reason = reasonText('station_no_sound');
    // A stream that ends at once would be opened again and again.
    if (current.window.sound.kind === 'station') retryLater(STREAM_RETRY_MS);
    else void playTrack(current, current.index + 1, 0);
  });

  output.onTitle?.((channel, title) => {
    if (current?.channel === channel) onTitle(current, title, output.positionS(channel));
  });

  /** @param firstS the position of this track; another one, where that is not downloaded, begins at its beginning */
  async function playTrack(playing: PlayingWindow, from: number, firstS: number): Promise<void> {
    const index = nextTrack(playing, from, isCached);
    const positionS = index === from ? firstS : 0;
    const source = sourceOf(playing, index);
    retryAt = Infinity;
    // What may not be heard is not silent by itself.
    if (!mayPlay()) silentSince = clock.monotonic();
    if (!mayPlay() || !source) return retryLater();
    playing.index = index;
    playing.following = null;
    try {
      await output.play(playing.channel, source, { volume: volumeOf(playing), positionS });
    } catch (error) {
      if (current !== playing) return;
      reason = stationReason(error) ?? reason;
      return retryLater();
    }
    if (current !== playing) return;
    if (playing.window.sound.kind === 'station' && reason !== null) soundsSince = clock.monotonic();
    else silentSince = null;
    listen(playing, positionS, clock.now());
    onPlaying(playing, positionS);
    follow(playing);
  }

  /** @param at when it was at this position, in ms since 1970 */
  function listen({ order, index }: PlayingWindow, positionS: number, at: number): void {
    const track = order.at(index);
    listening = track ? { track, at, positionS } : null;
  }

  /** @param untilS the position up to which the track was heard, in seconds */
  function heardUntil(untilS: number): void {
    const heard = listening;
    listening = null;
    const seconds = heard ? Math.round(untilS - heard.positionS) : 0;
    if (heard && seconds >= 1) onHeard({ sha256: heard.track.sha256, at: heard.at, seconds });
  }

  function heardUntilEnd(): void {
    heardUntil((listening?.track.duration_ms ?? 0) / 1_000);
  }

  function follow(playing: PlayingWindow): void {
    const { order, index, channel } = playing;
    const next = nextTrack(playing, index + 1, isCached);
    const source = sourceOf(playing, next);
    const overlapMs = source ? order.overlapMs(index, next) : 0;
    if (!source || overlapMs === 0) return;
    playing.following = next;
    // After a failure it begins when this one has ended.
    void output.follow(channel, source, overlapMs).catch(() => {});
  }

  function followed(playing: PlayingWindow): void {
    if (playing.following === null) return;
    playing.index = playing.following;
    playing.following = null;
    const positionS = output.positionS(playing.channel);
    listen(playing, 0, clock.now() - positionS * 1_000);
    onPlaying(playing, positionS);
    follow(playing);
  }

  function retryLater(ms = RETRY_MS): void {
    retryAt = clock.monotonic() + ms;
  }

  /** Continues where the window would be if it had played from its beginning. */
  function begin(playing: PlayingWindow): void {
    const { index, positionS } = trackAt(playing.order, clock.now() - playing.window.from);
    void playTrack(playing, index, positionS);
  }

  return {
    current: (): PlayingWindow | null => current,
    start(playing: PlayingWindow): void {
      current = playing;
      silentSince = clock.monotonic();
      soundsSince = null;
      reason = null;
      begin(playing);
    },
    /** The output still plays the last track and must be stopped. */
    end(): void {
      if (current) heardUntil(output.positionS(current.channel));
      current = null;
      retryAt = Infinity;
    },
    /** Must be called once a second. */
    tick(): void {
      if (!current) return;
      if (soundsSince !== null) {
        if (clock.monotonic() - soundsSince >= STEADY_MS) silentSince = soundsSince = reason = null;
      } else if (silentSince !== null && isGivenUp(current, clock.monotonic() - silentSince)) {
        // Where nothing plays instead, it is tried further.
        silentSince = clock.monotonic();
        return onSilent(current, reason);
      }
      if (clock.monotonic() >= retryAt) begin(current);
    },
  };
}

/** What is known of the station; what a player says of itself is not for people. */
function stationReason(error: unknown): string | null {
  if (!(error instanceof OutputError)) return null;
  return reasonOf(error.message).reason_code?.startsWith('station_') === true ? error.message : null;
}

/** Only stations are given up: playlists are on the disk, or come later. */
const isGivenUp = ({ window }: PlayingWindow, silentMs: number): boolean =>
  window.sound.kind === 'station' && silentMs >= SILENT_MS;
