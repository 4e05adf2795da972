import { createFrameSplitter } from '@belfry/device-firmware-sim/live-pages/frame-splitter';
import type { OpenPageStream } from '@belfry/device-firmware-sim/live-pages/page-transport';

/** The frames of a live page by HTTP, as many devices at once get them. */
export const openPageStream: OpenPageStream = async ({ url, authorization }, { frame, lost }) => {
  const ending = new AbortController();
  const response = await fetch(url, { headers: { authorization }, redirect: 'error', signal: ending.signal });
  const reader = response.body?.getReader();
  if (!response.ok || !reader) throw new Error(`the server answers ${response.status}`);
  const split = createFrameSplitter(frame);
  async function run(from: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    for (let part = await from.read(); part.value; part = await from.read()) split(part.value);
  }
  void run(reader)
    .catch(() => ending.abort())
    .then(lost);
  return () => ending.abort();
};
