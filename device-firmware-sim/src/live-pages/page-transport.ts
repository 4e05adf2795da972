import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Connection } from '../device/connection.ts';
import { CommandError } from '../device/types.ts';
import { basicCredentials, sameOrigin } from '../firmware/download.ts';
import type { Flash } from '../hardware/flash.ts';

export type PageListener = {
  /** Called with unvalidated bytes. */
  frame: (bytes: Uint8Array) => void;
  /** Called when no more frames will come. */
  lost: () => void;
};

/** Opens the stream of a page. Resolves with what ends it when the server has answered; redirects are not followed. */
export type OpenPageStream = (from: { url: URL; authorization: string }, listener: PageListener) => Promise<() => void>;

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
  /** Without it, pages are heard by MQTT only. */
  openStream: OpenPageStream | undefined;
};

export function createPageTransport(deps: PageTransportDeps): PageTransport {
  const { serial, flash, apiUrl, connection, openStream } = deps;
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

  async function stream(path: string, listener: PageListener): Promise<() => void> {
    try {
      if (!openStream) throw new Error('this device takes none');
      const authorization = basicCredentials(serial, flash.memory.device_key ?? '');
      return await openStream({ url: sameOrigin(path, apiUrl), authorization }, listener);
    } catch (error) {
      throw new CommandError('page_refused', `the stream of the page cannot be heard: ${(error as Error).message}`);
    }
  }

  return {
    join: ({ page_id: pageId, stream: path }, listener) =>
      path === undefined ? subscribe(pageId, listener) : stream(path, listener),
    received: (pageId, bytes) => subscribed.get(pageId)?.frame(bytes),
    disconnected() {
      const listeners = [...subscribed.values()];
      subscribed.clear();
      for (const { lost } of listeners) lost();
    },
  };
}
