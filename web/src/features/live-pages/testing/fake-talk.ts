import type { PageAnswer, PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { MicrophoneError, type MicrophoneFault } from '../audio/faults.ts';
import type { EncoderEvents } from '../audio/encoder.ts';
import type { Microphone, OnSamples } from '../audio/microphone.ts';
import type { PageSocketEvents } from '../live/page-socket.ts';
import type { TalkDeps } from '../live/talk.ts';
import { PAGE_ANSWER } from './page-factory.ts';

export function fakeMicrophone() {
  const heard = new Set<OnSamples>();
  const told = new Set<(fault: 'unplugged' | 'muted' | null) => void>();
  let at = 1_000;
  let isStopped = false;
  const microphone: Microphone = {
    deviceId: 'built-in',
    onSamples: (listener) => {
      heard.add(listener);
      return () => void heard.delete(listener);
    },
    onFault: (listener) => {
      told.add(listener);
      return () => void told.delete(listener);
    },
    stop: () => {
      isStopped = true;
    },
  };
  return {
    microphone,
    isStopped: () => isStopped,
    listeners: () => heard.size,
    /** Speaks for 40 ms. */
    speak: (value = 0.5): void => {
      for (const listener of heard) listener(new Float32Array(1_920).fill(value), at);
      at += 40;
    },
    fail: (fault: 'unplugged' | 'muted' | null): void => [...told].forEach((listener) => listener(fault)),
  };
}

type Sent = { kind: 'packet' | 'end'; at: number };

export function fakeTalk({ refusal }: { refusal?: MicrophoneFault } = {}) {
  const input = fakeMicrophone();
  const sent: Sent[] = [];
  const closed: string[] = [];
  let events: PageSocketEvents | null = null;
  let encoding: EncoderEvents | null = null;
  let isSocketClosed = false;
  let answers = Promise.withResolvers<PageAnswer>();
  const deps: TalkDeps = {
    open: () => {
      answers = Promise.withResolvers();
      return answers.promise;
    },
    close: (pageId) => {
      closed.push(pageId);
      return Promise.resolve();
    },
    microphone: () =>
      refusal === undefined ? Promise.resolve(input.microphone) : Promise.reject(new MicrophoneError(refusal)),
    createEncoder: (given) => {
      encoding = given;
      return Promise.resolve({
        encode: (_samples, at) => given.onPacket(Uint8Array.of(1), at),
        flush: () => Promise.resolve(),
        close: () => undefined,
      });
    },
    openSocket: (_url, given) => {
      events = given;
      isSocketClosed = false;
      return {
        send: (_packet, at) => void sent.push({ kind: 'packet', at }),
        sendEnd: (at) => void sent.push({ kind: 'end', at }),
        close: () => {
          isSocketClosed = true;
        },
      };
    },
  };
  return {
    deps,
    input,
    sent,
    closed,
    isSocketOpen: () => events !== null && !isSocketClosed,
    answer: (override: Partial<PageAnswer> = {}): void => answers.resolve({ ...PAGE_ANSWER, ...override }),
    refuse: (error: unknown): void => answers.reject(error),
    tell: (state: PageState): void => events?.onState(state),
    drop: (): void => events?.onClosed(),
    failEncoder: (): void => encoding?.onFailed(),
  };
}
