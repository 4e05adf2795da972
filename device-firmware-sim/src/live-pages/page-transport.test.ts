import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { encodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { topics } from '@belfry/schemas/mqtt/topics';
import { testFlash } from '../testing/test-playback.ts';
import { testFrame } from '../testing/test-live-pages.ts';
import { SERIAL } from '../testing/test-programme.ts';
import { createFrameSplitter } from './frame-splitter.ts';
import { openPageStream } from './page-stream.ts';
import { createPageTransport } from './page-transport.ts';

const PAGE = '0e3a4b0c-1111-4222-8333-444455556661';
const OTHER = '0e3a4b0c-1111-4222-8333-444455556662';
let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

function begin({ isGranted = true, apiUrl }: { isGranted?: boolean; apiUrl?: string } = {}) {
  const connection = { subscribe: vi.fn(async () => isGranted), unsubscribe: vi.fn() };
  const frames: Uint8Array[] = [];
  const lost = vi.fn();
  const transport = createPageTransport({
    serial: SERIAL,
    flash: testFlash(),
    apiUrl,
    connection,
    openStream: openPageStream,
  });
  const join = (stream?: string) =>
    transport.join({ page_id: PAGE, stream }, { frame: (bytes) => void frames.push(bytes), lost });
  return { connection, frames, lost, transport, join };
}

const withLength = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

test('a device subscribes to the page that it is told of, and hears nothing else', async () => {
  const { connection, frames, transport, join } = begin();
  const leave = await join();
  expect(connection.subscribe).toHaveBeenCalledExactlyOnceWith(topics.pageAudio(PAGE));
  transport.received(PAGE, Uint8Array.of(1));
  transport.received(OTHER, Uint8Array.of(2));
  leave();
  leave();
  transport.received(PAGE, Uint8Array.of(3));
  expect(frames).toEqual([Uint8Array.of(1)]);
  expect(connection.unsubscribe).toHaveBeenCalledExactlyOnceWith(topics.pageAudio(PAGE));
});

test('what comes before the broker has confirmed the subscription is heard as well', async () => {
  const { connection, frames, transport, join } = begin();
  const granted = Promise.withResolvers<boolean>();
  connection.subscribe.mockReturnValueOnce(granted.promise);
  const joined = join();
  transport.received(PAGE, Uint8Array.of(1));
  granted.resolve(true);
  await joined;
  transport.received(PAGE, Uint8Array.of(2));
  expect(frames).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
});

test('a subscription that the broker refuses is an error', async () => {
  const { transport, join, frames } = begin({ isGranted: false });
  await expect(join()).rejects.toMatchObject({ errorType: 'page_refused' });
  transport.received(PAGE, Uint8Array.of(1));
  expect(frames).toEqual([]);
});

test('a lost connection is told once', async () => {
  const { transport, join, lost } = begin();
  await join();
  transport.disconnected();
  transport.disconnected();
  expect(lost).toHaveBeenCalledOnce();
});

test('a stream is read frame by frame with the key of the device, until it ends', async () => {
  const sent = [0, 1, 2].map((seq) => encodePageFrame(testFrame(seq, seq * 40)));
  const requests: string[] = [];
  server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization?.split(' ')[0]}`);
    const bytes = Buffer.concat(sent.map(withLength));
    response.write(bytes.subarray(0, 30));
    response.end(bytes.subarray(30));
  }).listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(server?.listening).toBe(true));
  const { port } = server.address() as AddressInfo;
  const { frames, lost, join } = begin({ apiUrl: `http://127.0.0.1:${port}` });
  await join(`/api/pages/${PAGE}/stream`);
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  expect(frames.map((bytes) => Array.from(bytes))).toEqual(sent.map((bytes) => Array.from(bytes)));
  expect(requests).toEqual([`/api/pages/${PAGE}/stream Basic`]);
});

test('a stream elsewhere than on the own server is refused, without a request', async () => {
  const { join } = begin({ apiUrl: 'http://127.0.0.1:1' });
  await expect(join('http://127.0.0.2:1/stream')).rejects.toMatchObject({ errorType: 'page_refused' });
});

test('the parts of a stream may be cut anywhere', () => {
  const sent = [0, 1, 2, 3].map((seq) => encodePageFrame(testFrame(seq, seq * 40)));
  const bytes = Buffer.concat(sent.map(withLength));
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
      const frames: number[][] = [];
      const split = createFrameSplitter((frame) => void frames.push([...frame]));
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      for (const [index, from] of places.entries()) split(bytes.subarray(from, places[index + 1] ?? bytes.length));
      expect(frames).toEqual(sent.map((frame) => Array.from(frame)));
    }),
  );
});

test('a length that no frame has ends the stream', () => {
  const split = createFrameSplitter(() => {});
  expect(() => split(Uint8Array.of(0, 3, 1, 1, 1))).toThrow(RangeError);
  expect(() => createFrameSplitter(() => {})(Uint8Array.of(255, 255, 1))).toThrow(RangeError);
});
