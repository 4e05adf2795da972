import type { Clock } from '@belfry/device-firmware-sim/hardware/clock';
import type { OpenPageOutput, PageOutput } from '@belfry/device-firmware-sim/live-pages/page-output';
import {
  type AudioOutput,
  type AudioSource,
  type EndedHandler,
  OutputError,
} from '@belfry/device-firmware-sim/playback/audio-output';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { SoundCall, Source, ToPage, ToWorker } from '../messages.ts';

type Send = (message: ToPage, transfer?: Transferable[]) => void;

/** Calls the page, which alone may make sound. Its answers come back through `answered`. */
export function createSoundCalls(send: Send) {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let last = 0;
  return {
    call(call: SoundCall): Promise<void> {
      const id = ++last;
      const answer = Promise.withResolvers<void>();
      waiting.set(id, answer);
      send({ kind: 'sound', id, call });
      return answer.promise;
    },
    answered({ id, error }: Extract<ToWorker, { kind: 'answer' }>): void {
      const answer = waiting.get(id);
      waiting.delete(id);
      if (error === null) answer?.resolve();
      else answer?.reject(new OutputError(error));
    },
  };
}

type Call = (call: SoundCall) => Promise<void>;

/** Where a channel is, as far as the worker knows; `since` by the monotonic clock, null while it is paused. */
type Position = { atS: number; since: number | null };

type RemoteOutputDeps = {
  call: Call;
  clock: Clock;
  readFile: (sha256: string) => Promise<Blob | null>;
  /** By how much the clock of the device is ahead of that of the browser, in ms. */
  aheadMs: () => number;
};

export type RemoteOutput = AudioOutput & { ended: (channel: PlayerChannel, isFollowed: boolean) => void };

/** The sound of the page as the output of a device in a worker. */
export function createRemoteOutput({ call, clock, readFile, aheadMs }: RemoteOutputDeps): RemoteOutput {
  const handlers = new Set<EndedHandler>();
  const positions = new Map<PlayerChannel, Position>();
  /** Of each channel, so that a file that is read too late does not play. */
  const versions = new Map<PlayerChannel, number>();

  function next(channel: PlayerChannel): number {
    const version = (versions.get(channel) ?? 0) + 1;
    versions.set(channel, version);
    positions.delete(channel);
    return version;
  }

  async function sourceOf(source: AudioSource): Promise<Source> {
    const gainDb = source.gain_db ?? 0;
    if ('url' in source) return { url: source.url, gainDb };
    const file = await readFile(source.sha256).catch(() => null);
    if (!file) throw new OutputError('the audio is not in this browser any more');
    return { file, durationMs: source.duration_ms, gainDb };
  }

  function elapsedS({ atS, since }: Position): number {
    return atS + (since === null ? 0 : (clock.monotonic() - since) / 1_000);
  }

  return {
    async play(channel, source, { volume, positionS = 0, startAt = 0 }) {
      const version = next(channel);
      const ready = await sourceOf(source);
      if (versions.get(channel) !== version) return;
      const local = startAt > 0 ? startAt - aheadMs() : 0;
      await call({ op: 'play', channel, source: ready, volume, positionS, startAt: local });
      if (versions.get(channel) === version) positions.set(channel, { atS: positionS, since: clock.monotonic() });
    },
    async follow(channel, source, overlapMs) {
      const version = versions.get(channel);
      const ready = await sourceOf(source);
      if (versions.get(channel) === version) await call({ op: 'follow', channel, source: ready, overlapMs });
    },
    onEnded(handle) {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
    stop(channel) {
      next(channel);
      return call({ op: 'stop', channel });
    },
    pause(channel) {
      const position = positions.get(channel);
      if (position) positions.set(channel, { atS: elapsedS(position), since: null });
      return call({ op: 'pause', channel });
    },
    resume(channel) {
      const position = positions.get(channel);
      if (position?.since === null) positions.set(channel, { ...position, since: clock.monotonic() });
      return call({ op: 'resume', channel });
    },
    positionS(channel) {
      const position = positions.get(channel);
      return position ? elapsedS(position) : 0;
    },
    setVolume: (channel, volume, fadeMs = 0) => call({ op: 'volume', channel, volume, fadeMs }),
    ended(channel, isFollowed) {
      if (isFollowed) positions.set(channel, { atS: 0, since: clock.monotonic() });
      else positions.delete(channel);
      for (const handle of handlers) handle(channel, isFollowed);
    },
  };
}

/** From the worker to the page, and into the buffers of the sound hardware. */
const LEAD_MS = 120;

/** Live pages: the worker decodes, the page plays. */
export const createRemotePageOutput = (
  { call, aheadMs }: Pick<RemoteOutputDeps, 'call' | 'aheadMs'>,
  send: Send,
): PageOutput => ({
  unavailable: null,
  leadMs: LEAD_MS,
  takesSamples: true,
  async open(): Promise<OpenPageOutput> {
    await call({ op: 'page_open' });
    return {
      write(samples, heardAt) {
        const own = samples.slice();
        send({ kind: 'samples', samples: own, heardAt: heardAt - aheadMs() }, [own.buffer]);
      },
      close: (how) => send({ kind: 'close_samples', how }),
    };
  },
});
