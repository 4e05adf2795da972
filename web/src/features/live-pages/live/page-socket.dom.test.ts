import { decodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { aPageState, PAGE_ANSWER } from '../testing/page-factory.ts';
import { openPageSocket } from './page-socket.ts';

let audio: ReturnType<typeof fakeBrowserAudio>;
beforeEach(() => {
  audio = fakeBrowserAudio();
});
afterEach(() => audio.restore());

function opened() {
  const events = { onState: vi.fn<(state: unknown) => void>(), onClosed: vi.fn<() => void>() };
  const page = openPageSocket(PAGE_ANSWER.audio_url, events);
  return { page, socket: audio.sockets[0]!, ...events };
}

const packet = Uint8Array.of(1, 2, 3);

it('numbers the frames, and leaves out those for which there is no room', () => {
  const { page, socket } = opened();
  page.send(packet, 1_000);
  socket.bufferedAmount = 5_000;
  page.send(packet, 1_040);
  socket.bufferedAmount = 0;
  page.send(packet, 1_080);
  page.sendEnd(1_080);
  expect(socket.sent.map(decodePageFrame)).toEqual([
    { isEnd: false, samples: 1_920, seq: 0, capturedAt: 1_000, packet },
    { isEnd: false, samples: 1_920, seq: 2, capturedAt: 1_080, packet },
    { isEnd: true, samples: 0, seq: 3, capturedAt: 1_080, packet: new Uint8Array() },
  ]);
});

it('tells the states of the page, and ignores what it cannot read', () => {
  const { socket, onState } = opened();
  const receive = (data: unknown): void => void socket.dispatchEvent(new MessageEvent('message', { data }));
  const state = aPageState();
  receive(JSON.stringify({ ...state, of_a_newer_server: true }));
  receive('{');
  receive(JSON.stringify({ state: 'live' }));
  receive(new ArrayBuffer(3));
  expect(onState.mock.calls).toEqual([[state]]);
});

it('tells once that it was closed, unless the page has closed it', () => {
  const { socket, onClosed } = opened();
  socket.dispatchEvent(new Event('close'));
  socket.dispatchEvent(new Event('close'));
  expect(onClosed).toHaveBeenCalledTimes(1);
  const second = openPageSocket(PAGE_ANSWER.audio_url, { onState: vi.fn(), onClosed });
  second.close();
  audio.sockets[1]?.dispatchEvent(new Event('close'));
  expect(onClosed).toHaveBeenCalledTimes(1);
  second.send(packet, 1);
  expect(audio.sockets[1]?.sent).toEqual([]);
});
