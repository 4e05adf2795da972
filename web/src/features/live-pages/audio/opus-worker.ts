import wasmUrl from '@evan/opus/wasm/opus.wasm?url';
import { startOpus } from './opus-wasm.ts';

/**
 * The encoder of browsers without WebCodecs. In a worker, since its file has no content security policy: that of the page permits no
 * WebAssembly, and encoding does not keep the page from drawing. It is told frames and answers packets, in the same order.
 */
export type FromOpusWorker = { kind: 'ready' } | { kind: 'packet'; packet: Uint8Array } | { kind: 'failed' };

const answer = (message: FromOpusWorker): void => globalThis.postMessage(message, { transfer: [] });

const loading = fetch(wasmUrl)
  .then((response) => response.arrayBuffer())
  .then(startOpus);
loading.then(
  () => answer({ kind: 'ready' }),
  () => answer({ kind: 'failed' }),
);

globalThis.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
  void loading
    .then((encode) => answer({ kind: 'packet', packet: encode(data) }))
    .catch(() => answer({ kind: 'failed' }));
});
