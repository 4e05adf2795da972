import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import { PAGE_FRAME_HEADER_BYTES, PAGE_FRAME_MAX_BYTES } from '@belfry/schemas/mqtt/page-frames';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Connection } from '../device/connection.ts';
import { CommandError } from '../device/types.ts';
import { basicCredentials, sameOrigin } from '../firmware/download.ts';
import type { Flash } from '../hardware/flash.ts';

type PageListener = {
  /** Called with unvalidated bytes. */
  frame: (bytes: Uint8Array) => void;
  /** Called when no more frames will come. */
  lost: () => void;
};

const OK = 200;
const ANSWERED_MS = 10_000;

export type PageTransport = {
  /**
   * Begins to receive the frames of a page, by MQTT, or by HTTP where the page has a stream. Rejects with CommandError.
   * @returns what ends it
   */
  join: (page: Pick<CommandParams<'page_open'>, 'page_id' | 'stream'>, listener: PageListener) => Promise<() => void>;
  received: (pageId: string, bytes: Uint8Array) => void;
  disconnected: () => void;
};

type PageTransportDeps = {
  serial: string;
  flash: Pick<Flash, 'memory'>;
  apiUrl: string | undefined;
  connection: Pick<Connection, 'subscribe' | 'unsubscribe'>;
};

export function createPageTransport({ serial, flash, apiUrl, connection }: PageTransportDeps): PageTransport {
  const subscribed = new Map<string, PageListener>();

  async function subscribe(pageId: string, listener: PageListener): Promise<() => void> {
    const topic = topics.pageAudio(pageId);
    const leave = (): void => {
      if (subscribed.delete(pageId)) connection.unsubscribe(topic);
    };
    // Frames may come before the broker has confirmed it.
    subscribed.set(pageId, listener);
    if (await connection.subscribe(topic)) return leave;
    leave();
    throw new CommandError('page_refused', 'the broker does not let this device hear the page');
  }

  return {
    join({ page_id: pageId, stream }, listener) {
      if (stream === undefined) return subscribe(pageId, listener);
      const authorization = basicCredentials(serial, flash.memory.device_key ?? '');
      return openStream({ path: stream, apiUrl, authorization }, listener);
    },
    received: (pageId, bytes) => subscribed.get(pageId)?.frame(bytes),
    disconnected() {
      const listeners = [...subscribed.values()];
      subscribed.clear();
      for (const { lost } of listeners) lost();
    },
  };
}

type StreamOptions = { path: string; apiUrl: string | undefined; authorization: string };

/** Resolves when the server has answered. Redirects are not followed. */
async function openStream({ path, apiUrl, authorization }: StreamOptions, listener: PageListener): Promise<() => void> {
  try {
    const url = sameOrigin(path, apiUrl);
    // Not `fetch`, whose streams cost many times as much for each frame.
    const request = (url.protocol === 'https:' ? https : http).get(url, { headers: { authorization } });
    const waiting = setTimeout(() => request.destroy(new Error('the server does not answer')), ANSWERED_MS);
    const [response] = (await once(request, 'response').finally(() => clearTimeout(waiting))) as [http.IncomingMessage];
    request.on('error', () => undefined);
    if (response.statusCode !== OK) {
      request.destroy();
      throw new Error(`the server answers ${response.statusCode}`);
    }
    readStream(response, listener);
    return () => request.destroy();
  } catch (error) {
    throw new CommandError('page_refused', `the stream of the page cannot be heard: ${(error as Error).message}`);
  }
}

function readStream(response: http.IncomingMessage, { frame, lost }: PageListener): void {
  const split = createFrameSplitter(frame);
  response.on('data', (chunk: Buffer) => {
    try {
      split(chunk);
    } catch {
      // It is no stream of frames.
      response.destroy();
    }
  });
  response.on('error', () => undefined);
  response.once('close', lost);
}

const LENGTH_BYTES = 2;

/**
 * Takes the parts of a stream of frames, each behind its length in two bytes (big-endian), as they come. Keeps the beginning of one frame at
 * most. Throws RangeError for what cannot be the length of a frame.
 */
export function createFrameSplitter(frame: (bytes: Uint8Array) => void): (chunk: Uint8Array) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    while (rest.length >= LENGTH_BYTES) {
      const length = rest.readUInt16BE(0);
      if (length < PAGE_FRAME_HEADER_BYTES || length > PAGE_FRAME_MAX_BYTES)
        throw new RangeError(`${length} bytes are no frame`);
      if (rest.length < LENGTH_BYTES + length) return;
      frame(rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
      rest = rest.subarray(LENGTH_BYTES + length);
    }
  };
}
