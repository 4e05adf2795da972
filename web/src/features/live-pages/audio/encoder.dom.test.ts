import { afterEach, expect, it, vi } from 'vitest';
import { createEncoder } from './encoder.ts';
import type { FromOpusWorker } from './opus-worker.ts';

afterEach(() => void vi.unstubAllGlobals());

function withoutWebCodecs() {
  const workers: (EventTarget & { terminated: boolean })[] = [];
  vi.stubGlobal('AudioEncoder', undefined);
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      terminated = false;
      constructor() {
        super();
        workers.push(this);
      }
      postMessage(): void {}
      terminate(): void {
        this.terminated = true;
      }
    },
  );
  return {
    answer: (data: FromOpusWorker): void => void workers.at(-1)?.dispatchEvent(new MessageEvent('message', { data })),
    isTerminated: () => workers.at(-1)?.terminated,
    started: () => vi.waitFor(() => expect(workers).toHaveLength(1)),
  };
}

const frame = new Float32Array(1_920);

it('encodes in a worker where the browser has no encoder, in order', async () => {
  const browser = withoutWebCodecs();
  const packets: [number | undefined, number][] = [];
  const creating = createEncoder({ onPacket: (packet, at) => packets.push([packet[0], at]), onFailed: vi.fn() });
  await browser.started();
  browser.answer({ kind: 'ready' });
  const encoder = await creating;
  encoder.encode(frame, 100);
  encoder.encode(frame, 140);
  let isFlushed = false;
  const flushed = encoder.flush().then(() => (isFlushed = true));
  browser.answer({ kind: 'packet', packet: Uint8Array.of(1) });
  await Promise.resolve();
  expect(isFlushed).toBe(false);
  browser.answer({ kind: 'packet', packet: Uint8Array.of(2) });
  await flushed;
  expect(packets).toEqual([
    [1, 100],
    [2, 140],
  ]);
  encoder.close();
  expect(browser.isTerminated()).toBe(true);
});

it('fails where the encoder cannot be loaded', async () => {
  const browser = withoutWebCodecs();
  const creating = createEncoder({ onPacket: vi.fn(), onFailed: vi.fn() });
  await browser.started();
  browser.answer({ kind: 'failed' });
  await expect(creating).rejects.toThrow('Opus cannot be loaded');
  expect(browser.isTerminated()).toBe(true);
});
