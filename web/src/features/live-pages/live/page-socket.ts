import { pageStateSchema, type PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { encodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { checkAnswer } from '../../../lib/api/answer-check.ts';
import { OPUS } from '../audio/opus-settings.ts';

/** The socket of one page: frames go up, the state of the page comes down. It is opened once; a page whose socket has ended has ended. */
export type PageSocket = {
  /** Sends a packet. Where the network does not keep up it is left out, since late speech is worse than a gap. */
  send: (packet: Uint8Array, capturedAt: number) => void;
  sendEnd: (capturedAt: number) => void;
  close: () => void;
};
export type PageSocketEvents = {
  onState: (state: PageState) => void;
  /** Not called after `close()`. */
  onClosed: () => void;
};
export type OpenPageSocket = (audioUrl: string, events: PageSocketEvents) => PageSocket;

/** About a second of speech. */
const BACKLOG_MAX_BYTES = 4_000;

/** @param audioUrl the path of the answer that has opened the page, with its token */
export const openPageSocket: OpenPageSocket = (audioUrl, { onState, onClosed }) => {
  const socket = new WebSocket(socketAddress(audioUrl));
  socket.binaryType = 'arraybuffer';
  let seq = 0;
  let isClosed = false;
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const state = isClosed ? null : readState(data);
    if (state) onState(state);
  });
  socket.addEventListener('close', () => {
    if (isClosed) return;
    isClosed = true;
    onClosed();
  });
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  return {
    send: (packet, capturedAt) => {
      if (!isOpen()) return;
      // What is left out has a number too, so that devices know of the gap.
      const number = seq++;
      if (socket.bufferedAmount > BACKLOG_MAX_BYTES) return;
      const frame = { isEnd: false, samples: OPUS.frameSamples, seq: number, capturedAt, packet };
      socket.send(encodePageFrame(frame) as Uint8Array<ArrayBuffer>);
    },
    sendEnd: (capturedAt) => {
      if (!isOpen()) return;
      const frame = { isEnd: true, samples: 0, seq: seq++, capturedAt, packet: new Uint8Array() };
      socket.send(encodePageFrame(frame) as Uint8Array<ArrayBuffer>);
    },
    close: () => {
      isClosed = true;
      socket.close(1_000);
    },
  };
};

function socketAddress(path: string): string {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/** null for what cannot be read, such as a message of a newer server. */
function readState(data: unknown): PageState | null {
  if (typeof data !== 'string') return null;
  try {
    const checked = checkAnswer(pageStateSchema, JSON.parse(data));
    return 'value' in checked ? checked.value : null;
  } catch {
    return null;
  }
}
