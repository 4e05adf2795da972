import type { PageEnd } from '@belfry/schemas/http/live-pages/live-pages';
import type { Actor } from '../../audit/audit-log.repository.ts';

declare module '../../deps.ts' {
  interface Deps {
    livePages: LivePages;
  }
}

export type Speaking = {
  /** Resolves when the devices and the speaker are told. @param actor who ends it; absent where it ends by itself */
  end(by: PageEnd, actor?: Actor): Promise<void>;
  /** Resolves when nothing is left to be done once it has ended: the recording is kept. */
  settled(): Promise<void>;
};

export type Listener = { serial: string; onFrame(frame: Buffer): void; onEnd(): void };

export type LivePages = {
  add(pageId: string, speaking: Speaking): () => void;
  get(pageId: string): Speaking | undefined;
  /** A device may listen before the speaker is there. @returns its undo; null where it listens already */
  listen(pageId: string, listener: Listener): (() => void) | null;
  pass(pageId: string, frame: Buffer): void;
  endStreams(pageId: string, serials?: ReadonlySet<string>): void;
  listened(): string[];
  /** Ends every page whose speaker is here, and waits for their recordings. */
  endAll(by: PageEnd): Promise<void>;
};

/** From so many streams on frames are passed on in pairs: a write costs more than its bytes, and devices play 250 ms later. */
export const PAIRED_FROM = 400;

export function createLivePages(): LivePages {
  const speaking = new Map<string, Speaking>();
  const listeners = new Map<string, Map<string, Listener>>();
  const waiting = new Map<string, Buffer>();

  function remove(pageId: string, serial: string): void {
    const ofPage = listeners.get(pageId);
    ofPage?.delete(serial);
    if (ofPage?.size !== 0) return;
    listeners.delete(pageId);
    waiting.delete(pageId);
  }

  return {
    add(pageId, page) {
      speaking.set(pageId, page);
      return () => void speaking.delete(pageId);
    },
    get: (pageId) => speaking.get(pageId),
    listen(pageId, listener) {
      const ofPage = listeners.get(pageId) ?? new Map<string, Listener>();
      if (ofPage.has(listener.serial)) return null;
      listeners.set(pageId, ofPage.set(listener.serial, listener));
      return () => {
        if (ofPage.get(listener.serial) === listener) remove(pageId, listener.serial);
      };
    },
    pass(pageId, frame) {
      const ofPage = listeners.get(pageId);
      if (!ofPage) return;
      const [first, bytes] = [waiting.get(pageId), withLength(frame)];
      waiting.delete(pageId);
      if (first === undefined && ofPage.size >= PAIRED_FROM) return void waiting.set(pageId, bytes);
      const all = first === undefined ? bytes : Buffer.concat([first, bytes]);
      for (const listener of ofPage.values()) listener.onFrame(all);
    },
    endStreams(pageId, serials) {
      const first = waiting.get(pageId);
      // Those that may not hear the page any more get nothing else.
      if (first !== undefined && serials === undefined) {
        waiting.delete(pageId);
        for (const listener of listeners.get(pageId)?.values() ?? []) listener.onFrame(first);
      }
      for (const listener of Array.from(listeners.get(pageId)?.values() ?? [])) {
        if (serials?.has(listener.serial) === false) continue;
        remove(pageId, listener.serial);
        listener.onEnd();
      }
    },
    listened: () => [...listeners.keys()],
    async endAll(by) {
      const endOne = async (page: Speaking): Promise<void> => {
        await page.end(by);
        await page.settled();
      };
      await Promise.all([...speaking.values()].map(endOne));
    },
  };
}

/** A frame after its length, as a big-endian number of 16 bits. */
function withLength(frame: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(2 + frame.length);
  bytes.writeUInt16BE(frame.length, 0);
  frame.copy(bytes, 2);
  return bytes;
}
