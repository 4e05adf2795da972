import type { PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { decodePageFrame, type PageFrame } from '@belfry/schemas/mqtt/page-frames';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

class FakePort extends EventTarget {
  start(): void {}
}
class FakeTrack extends EventTarget {
  muted = false;
  stopped = false;
  getSettings(): { deviceId: string } {
    return { deviceId: 'built-in' };
  }
  stop(): void {
    this.stopped = true;
  }
}

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = FakeSocket.OPEN;
  bufferedAmount = 0;
  binaryType = 'blob';
  readonly url: string;
  readonly sent: Uint8Array[] = [];
  constructor(url: string) {
    super();
    this.url = url;
  }
  send(bytes: Uint8Array): void {
    this.sent.push(bytes);
  }
  close(): void {
    this.readyState = 3;
  }
}

class FakeEncoder {
  state = 'unconfigured';
  readonly #output: (chunk: { byteLength: number; copyTo: (into: Uint8Array) => void }) => void;
  constructor({ output }: { output: FakeEncoder['emit'] }) {
    this.#output = output;
  }
  static isConfigSupported(): Promise<{ supported: boolean }> {
    return Promise.resolve({ supported: true });
  }
  emit(chunk: { byteLength: number; copyTo: (into: Uint8Array) => void }): void {
    this.#output(chunk);
  }
  configure(): void {
    this.state = 'configured';
  }
  encode(): void {
    this.emit({ byteLength: 1, copyTo: (into) => into.set([7]) });
  }
  flush(): Promise<void> {
    return Promise.resolve();
  }
  close(): void {
    this.state = 'closed';
  }
}

type Options = {
  refusal?: string;
  without?: boolean;
  secure?: boolean;
  permission?: 'granted' | 'prompt' | null;
};

/** Stands in for what browsers have to record and to send sound, until `vi.unstubAllGlobals()` and `restore()`. */
export function fakeBrowserAudio({ refusal, without = false, secure = true, permission = 'prompt' }: Options = {}) {
  const track = new FakeTrack();
  const ports: FakePort[] = [];
  const sockets: FakeSocket[] = [];
  const vibrated: unknown[] = [];
  const asked = { refusal };
  const stream = { getAudioTracks: () => [track], getTracks: () => [track] };
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: () =>
      asked.refusal === undefined ? Promise.resolve(stream) : Promise.reject(new DOMException('no', asked.refusal)),
    enumerateDevices: () =>
      Promise.resolve([
        { kind: 'audioinput', deviceId: 'built-in', label: 'Built-in' },
        { kind: 'audioinput', deviceId: 'usb', label: 'Headset' },
        { kind: 'videoinput', deviceId: 'camera', label: 'Camera' },
      ]),
  });
  const replaced = {
    mediaDevices: without ? undefined : mediaDevices,
    permissions: {
      query: () =>
        permission === null ? Promise.reject(new TypeError('unknown')) : Promise.resolve({ state: permission }),
    },
    vibrate: (pattern: unknown) => vibrated.push(pattern),
    wakeLock: undefined,
  };
  for (const [name, value] of Object.entries(replaced))
    Object.defineProperty(navigator, name, { value, configurable: true });
  vi.stubGlobal('isSecureContext', secure);
  vi.stubGlobal(
    'AudioContext',
    class {
      audioWorklet = { addModule: () => Promise.resolve() };
      destination = {};
      createMediaStreamSource = () => ({ connect: (node: unknown) => node });
      resume(): Promise<void> {
        return Promise.resolve();
      }
      close = () => Promise.resolve();
    },
  );
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      port = new FakePort();
      connect = () => this;
      constructor() {
        ports.push(this.port);
      }
    },
  );
  vi.stubGlobal('AudioEncoder', FakeEncoder);
  vi.stubGlobal(
    'AudioData',
    class {
      close(): void {}
    },
  );
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    },
  );
  return {
    sockets,
    vibrated,
    allow: (): void => {
      asked.refusal = undefined;
    },
    isStopped: (): boolean => track.stopped,
    /** Speaks for 40 ms. */
    speak: (value = 0.5): void =>
      act(() => {
        const data = new Float32Array(1_920).fill(value);
        ports.at(-1)?.dispatchEvent(new MessageEvent('message', { data }));
      }),
    report: (event: 'ended' | 'mute' | 'unmute'): void => act(() => void track.dispatchEvent(new Event(event))),
    tell: (state: PageState): void =>
      act(() => void sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(state) }))),
    drop: (): void => act(() => void sockets.at(-1)?.dispatchEvent(new Event('close'))),
    frames: (): PageFrame[] => (sockets.at(-1)?.sent ?? []).flatMap((bytes) => decodePageFrame(bytes) ?? []),
    restore: (): void => {
      for (const name of Object.keys(replaced)) Reflect.deleteProperty(navigator, name);
      vi.unstubAllGlobals();
    },
  };
}
