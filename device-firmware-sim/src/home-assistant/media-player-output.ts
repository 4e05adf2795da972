import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { sleep, type Cancel, type Clock } from '../hardware/clock.ts';
import { OutputError, type AudioOutput, type AudioSource, type EndedHandler } from '../playback/audio-output.ts';
import type { AudioServer } from './audio-server.ts';
import type { EntityState, HomeAssistant } from './client.ts';

type MediaPlayerDeps = {
  homeAssistant: HomeAssistant;
  audio: AudioServer;
  entity: string;
  clock: Clock;
  pathOf: (sha256: string) => string;
};

type Playing = {
  channel: PlayerChannel;
  durationMs: number;
  /** By the monotonic clock; null while it is paused. */
  startedAt: number | null;
  elapsedMs: number;
  /** Its state was `playing` since. */
  heard: boolean;
  /** What the player had before, 0 to 1; null where it does not say. */
  volumeBefore: number | null;
  cancelEnd: Cancel;
};

/** After its duration a player that says nothing has ended. */
const GRACE_MS = 1_500;
const SOUNDS = new Set(['playing', 'buffering']);

/** A media player of Home Assistant as an output: announcements interrupt what it plays, and its volume is given back. */
export function createMediaPlayerOutput({ homeAssistant, audio, entity, clock, pathOf }: MediaPlayerDeps) {
  const handlers = new Set<EndedHandler>();
  const playing = new Map<PlayerChannel, Playing>();

  const call = async (action: string, data?: Record<string, unknown>): Promise<void> => {
    try {
      await homeAssistant.call(action, entity, data);
    } catch (error) {
      throw new OutputError((error as Error).message);
    }
  };
  const quietly = (action: string, data?: Record<string, unknown>): Promise<void> => call(action, data).catch(() => {});
  const setLevel = (level: number | null): Promise<void> =>
    level === null ? Promise.resolve() : quietly('volume_set', { volume_level: level });

  async function addressOf(source: AudioSource): Promise<string> {
    if ('url' in source) return source.url;
    const host = homeAssistant.ownAddress();
    if (host === null) throw new OutputError(homeAssistant.problem() ?? 'Home Assistant is not reached');
    try {
      return await audio.offer(pathOf(source.sha256), source.duration_ms, host);
    } catch (error) {
      throw new OutputError((error as Error).message);
    }
  }

  /** @returns whether it was this that played */
  function forget(own: Playing): boolean {
    own.cancelEnd();
    if (playing.get(own.channel) !== own) return false;
    playing.delete(own.channel);
    void setLevel(own.volumeBefore);
    return true;
  }

  function end(own: Playing): void {
    if (forget(own)) for (const handle of handlers) handle(own.channel, false);
  }

  function begin(own: Playing): void {
    own.startedAt = clock.monotonic();
    if (own.durationMs !== Infinity)
      own.cancelEnd = clock.after(own.durationMs - own.elapsedMs + GRACE_MS, () => end(own));
  }

  /** An announcement over music ends by its duration, since the player may say nothing of it. */
  function changed(state: EntityState | null): void {
    const [own, ...others] = playing.values();
    if (!own || others.length > 0 || own.startedAt === null) return;
    if (state !== null && SOUNDS.has(state.state)) own.heard = true;
    else if (own.heard) end(own);
  }
  const unwatch = homeAssistant.watch(entity, changed);

  const output: AudioOutput = {
    async play(channel, source, { volume, startAt }) {
      const url = await addressOf(source);
      const before = homeAssistant.state(entity)?.attributes.volume_level;
      const former = playing.get(channel);
      former?.cancelEnd();
      const own: Playing = {
        channel,
        durationMs: 'url' in source ? Infinity : source.duration_ms,
        startedAt: null,
        elapsedMs: 0,
        heard: false,
        volumeBefore: former ? former.volumeBefore : typeof before === 'number' ? before : null,
        cancelEnd: () => {},
      };
      playing.set(channel, own);
      await setLevel(volume / 100);
      await sleep(clock, (startAt ?? 0) - clock.now());
      if (playing.get(channel) !== own) return;
      begin(own);
      try {
        const media = { media_content_id: url, media_content_type: 'music' };
        await call('play_media', { ...media, ...(channel === 'voice' && { announce: true }) });
      } catch (error) {
        if (forget(own)) throw error;
      }
    },
    async follow() {
      throw new OutputError('a media player plays one thing after the other');
    },
    onEnded(handle) {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
    async stop(channel) {
      const own = playing.get(channel);
      if (!own) return;
      await quietly('media_stop');
      forget(own);
    },
    async pause(channel) {
      const own = playing.get(channel);
      if (!own) return;
      own.cancelEnd();
      own.elapsedMs = elapsedOf(own, clock.monotonic());
      own.startedAt = null;
      await quietly('media_pause');
    },
    async resume(channel) {
      const own = playing.get(channel);
      if (!own || own.startedAt !== null) return;
      begin(own);
      await quietly('media_play');
    },
    positionS(channel) {
      const own = playing.get(channel);
      return own ? elapsedOf(own, clock.monotonic()) / 1_000 : 0;
    },
    async setVolume(channel, volume) {
      const isSpeaking = channel !== 'voice' && playing.has('voice');
      if (playing.has(channel) && !isSpeaking) await setLevel(volume / 100);
    },
  };
  return {
    output,
    /** Why it cannot be heard; null where it can. */
    problem(): string | null {
      const problem = homeAssistant.problem();
      if (problem !== null) return problem;
      const { state } = homeAssistant.state(entity) ?? { state: 'unavailable' };
      return state === 'unavailable' ? `Home Assistant does not reach ${entity}` : null;
    },
    close: unwatch,
  };
}

const elapsedOf = ({ startedAt, elapsedMs }: Playing, now: number): number =>
  elapsedMs + (startedAt === null ? 0 : now - startedAt);
