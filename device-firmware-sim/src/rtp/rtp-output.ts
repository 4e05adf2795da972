import { stat } from 'node:fs/promises';
import {
  ADDRESSED_PRIORITIES,
  maySendTo,
  RTP_DEFAULTS,
  type RtpTransport,
} from '@belfry/schemas/domain/network-speakers';
import type { Priority } from '@belfry/schemas/domain/announcements';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Clock } from '../hardware/clock.ts';
import type { PageOutput } from '../live-pages/page-output.ts';
import {
  OutputError,
  type AudioOutput,
  type AudioSource,
  type EndedHandler,
  type TitleHandler,
} from '../playback/audio-output.ts';
import { targetKey } from './destination.ts';
import type { SenderCommand, SenderEvent, SoundSource, StreamTarget } from './sender-messages.ts';
import type { RtpSender } from './sender-process.ts';

/** From the device to the sender, and to the next packet of it. */
const PAGE_LEAD_MS = 60;
/** What is not heard after this time will not be; PLAY-16 wants the reason of a station within 15 s. */
const UNHEARD_MS = 12_000;

type RtpOutputOptions = {
  sender: Pick<RtpSender, 'send' | 'onEvent' | 'onRestart' | 'pages'>;
  serial: Serial;
  transport: RtpTransport;
  /** What may be reached besides multicast and private networks; see NETWORK_SPEAKER_ALLOW. */
  allowed: string;
  clock: Clock;
  pathOf: (sha256: string) => string;
};

export type RtpOutput = {
  output: AudioOutput;
  pageOutput: PageOutput;
  close: () => void;
};

/** `startedAt`: when it was at `positionS`, by the monotonic clock; null while it is paused or not heard yet. */
type Playing = {
  id: number;
  command: Extract<SenderCommand, { kind: 'play' }>;
  positionS: number;
  startedAt: number | null;
  isPaused: boolean;
  following: { id: number; source: SoundSource; gainDb: number; overlapMs: number } | null;
  /** Until it is heard. */
  pending: { resolve: () => void; reject: (error: Error) => void } | null;
};

let lastId = 0;

/**
 * Plays on a network speaker. The first sample of a sound leaves at `startAt`, also where there is less time for the silence before it;
 * without one, it leaves after that silence, or at once while something sounds there. Where the sender has ended, what plays goes on when it
 * runs again.
 */
export function createRtpOutput(options: RtpOutputOptions): RtpOutput {
  const { sender, serial: speaker, transport, allowed, clock, pathOf } = options;
  const channels = new Map<PlayerChannel, Playing>();
  const ended = new Set<EndedHandler>();
  const titled = new Set<TitleHandler>();
  const pages = new Map<number, (reason: string) => void>();

  function targetOf(priority: Priority | undefined): StreamTarget {
    const addressed = ADDRESSED_PRIORITIES.find((each) => each === priority);
    const { address, port } = (addressed && transport.priority_addresses?.[addressed]) ?? transport;
    if (!maySendTo(address, allowed)) throw new OutputError(reasonText('speaker_refused'));
    const { codec, rate, ttl = RTP_DEFAULTS.ttl } = transport;
    const { lead_ms: leadMs = RTP_DEFAULTS.lead_ms, tail_ms: tailMs = RTP_DEFAULTS.tail_ms } = transport;
    return { address, port, codec, rate, ttl, leadMs, tailMs };
  }

  async function sourceOf(source: AudioSource): Promise<SoundSource> {
    if ('url' in source) return { url: source.url };
    const path = pathOf(source.sha256);
    await stat(path).catch((error: unknown) => {
      throw new OutputError('the audio file is not on this device', { cause: error });
    });
    return { sha256: source.sha256, path, durationMs: source.duration_ms };
  }

  /** What was to be heard is not, which is no failure: something else is, or nothing. */
  function replace(channel: PlayerChannel, next: Playing | null): void {
    const before = channels.get(channel);
    if (next) channels.set(channel, next);
    else channels.delete(channel);
    before?.pending?.resolve();
  }

  function tell(channel: PlayerChannel, isFollowed: boolean, { silentMs = 0, failure = '' } = {}): void {
    for (const handle of ended) handle(channel, isFollowed, silentMs, failure || undefined);
  }

  function begun(playing: Playing, positionS: number): void {
    playing.positionS = positionS;
    playing.startedAt = playing.isPaused ? null : clock.monotonic();
    playing.pending?.resolve();
    playing.pending = null;
  }

  function failed(channel: PlayerChannel, playing: Playing, reason: string): void {
    channels.delete(channel);
    if (playing.pending) playing.pending.reject(new OutputError(reason));
    else tell(channel, false, { failure: reason });
  }

  function endedBySender(
    { channel, nextId, silentMs }: Extract<SenderEvent, { kind: 'ended' }>,
    playing: Playing,
  ): void {
    const { following, command } = playing;
    if (nextId === null || following?.id !== nextId) {
      replace(channel, null);
      return tell(channel, false, { silentMs });
    }
    const { source, gainDb } = following;
    const next: Playing = {
      id: nextId,
      command: { ...command, id: nextId, source, gainDb, positionS: 0, startAt: null },
      positionS: 0,
      startedAt: clock.monotonic(),
      isPaused: false,
      following: null,
      pending: null,
    };
    replace(channel, next);
    return tell(channel, true);
  }

  function receive(event: SenderEvent): void {
    if (event.kind === 'ready' || event.kind === 'log' || event.speaker !== speaker) return;
    if (event.kind === 'page_failed') {
      pages.get(event.id)?.(event.reason);
      return void pages.delete(event.id);
    }
    const { channel, id } = event;
    const playing = channels.get(channel);
    if (playing?.id !== id) return undefined;
    if (event.kind === 'started') return begun(playing, event.positionS);
    if (event.kind === 'failed') return failed(channel, playing, event.reason);
    if (event.kind === 'ended') return endedBySender(event, playing);
    for (const handle of titled) handle(channel, event.title);
    return undefined;
  }

  const positionOf = ({ positionS, startedAt }: Playing): number =>
    positionS + (startedAt === null ? 0 : (clock.monotonic() - startedAt) / 1_000);

  function playAgain(): void {
    for (const [id, fail] of pages) {
      pages.delete(id);
      fail(reasonText('sender_ended'));
    }
    for (const [channel, playing] of channels) {
      const { command, following, isPaused } = playing;
      sender.send({ ...command, positionS: positionOf(playing) });
      if (isPaused) sender.send({ kind: 'pause', speaker, channel });
      if (following) sender.send({ kind: 'follow', speaker, channel, ...following });
    }
  }

  const undo = [sender.onEvent(receive), sender.onRestart(playAgain)];
  const output: AudioOutput = {
    leadMs: transport.lead_ms ?? RTP_DEFAULTS.lead_ms,
    async play(channel, given, { volume, positionS = 0, startAt, priority }) {
      // It ends now, not when the file was looked for.
      if (channels.has(channel)) await output.stop(channel);
      const id = ++lastId;
      const to = targetOf(priority);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const at = { speaker, channel, id };
      const position = { volume, gainDb: given.gain_db ?? 0, positionS, startAt: startAt ?? null };
      const source: SoundSource =
        'url' in given ? { url: given.url } : { sha256: given.sha256, path: '', durationMs: 0 };
      const command = { kind: 'play' as const, ...at, source, to, ...position };
      const playing: Playing = {
        id,
        command,
        positionS,
        startedAt: null,
        isPaused: false,
        following: null,
        pending: { resolve, reject },
      };
      replace(channel, playing);
      try {
        command.source = await sourceOf(given);
      } catch (error) {
        if (channels.get(channel) !== playing) return;
        channels.delete(channel);
        throw error;
      }
      if (channels.get(channel) !== playing) return;
      sender.send(command);
      const aheadMs = Math.max(0, (startAt ?? 0) - clock.now()) + to.leadMs;
      const cancel = clock.after(aheadMs + UNHEARD_MS, () => {
        if (channels.get(channel) !== playing) return;
        sender.send({ kind: 'stop', speaker, channel });
        failed(channel, playing, reasonText('url' in given ? 'station_no_sound' : 'sender_ended'));
      });
      await promise.finally(cancel);
    },
    async follow(channel, given, overlapMs) {
      const playing = channels.get(channel);
      if (!playing) throw new OutputError(`${channel}: nothing plays that it could follow`);
      const source = await sourceOf(given);
      if (channels.get(channel) !== playing) return;
      playing.following = { id: ++lastId, source, gainDb: given.gain_db ?? 0, overlapMs };
      sender.send({ kind: 'follow', speaker, channel, ...playing.following });
    },
    onEnded(handle) {
      ended.add(handle);
      return () => void ended.delete(handle);
    },
    onTitle(handle) {
      titled.add(handle);
      return () => void titled.delete(handle);
    },
    async stop(channel) {
      replace(channel, null);
      sender.send({ kind: 'stop', speaker, channel });
    },
    async pause(channel) {
      const playing = channels.get(channel);
      if (!playing || playing.isPaused) return;
      playing.positionS = positionOf(playing);
      playing.startedAt = null;
      playing.isPaused = true;
      sender.send({ kind: 'pause', speaker, channel });
    },
    async resume(channel) {
      const playing = channels.get(channel);
      if (playing?.isPaused !== true) return;
      playing.isPaused = false;
      if (!playing.pending) playing.startedAt = clock.monotonic();
      sender.send({ kind: 'resume', speaker, channel });
    },
    positionS(channel) {
      const playing = channels.get(channel);
      return playing ? positionOf(playing) : 0;
    },
    async setVolume(channel, volume, fadeMs = 0) {
      const playing = channels.get(channel);
      if (!playing) return;
      playing.command.volume = volume;
      sender.send({ kind: 'volume', speaker, channel, volume, fadeMs });
    },
  };

  const pageOutput: PageOutput = {
    unavailable: null,
    leadMs: PAGE_LEAD_MS,
    takesSamples: true,
    async open(onFailed, { page_id: page, priority }) {
      const to = targetOf(priority);
      const id = ++lastId;
      pages.set(id, onFailed);
      // Of the speakers that hear the same there, one gives the samples.
      const key = `${page} ${targetKey(to)}`;
      const speakers = sender.pages.get(key) ?? [];
      speakers.push(id);
      sender.pages.set(key, speakers);
      sender.send({ kind: 'page_open', speaker, id, page, to });
      return {
        write(samples, heardAt) {
          if (speakers[0] !== id) return;
          sender.send({ kind: 'page_samples', speaker, id, samples: samples.slice(), heardAt });
        },
        close(how) {
          pages.delete(id);
          speakers.splice(speakers.indexOf(id), 1);
          if (speakers.length === 0) sender.pages.delete(key);
          sender.send({ kind: 'page_close', speaker, id, isCut: how === 'cut' });
        },
      };
    },
  };

  return {
    output,
    pageOutput,
    close() {
      for (const each of undo) each();
      for (const channel of channels.keys()) sender.send({ kind: 'stop', speaker, channel });
      for (const id of pages.keys()) sender.send({ kind: 'page_close', speaker, id, isCut: true });
      channels.clear();
      pages.clear();
    },
  };
}
