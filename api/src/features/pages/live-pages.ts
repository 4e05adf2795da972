import type { PageEnd } from '@belfry/schemas/http/pages/pages';

declare module '../../deps.ts' {
  interface Deps {
    livePages: LivePages;
  }
}

/** The socket of a speaker at this instance. */
export type Speaking = { end(by: PageEnd): Promise<void> };

/** Who reads the frames of a page as a stream. */
export type Listener = { serial: string; onFrame(frame: Buffer): void; onEnd(): void };

/** The pages of this process: their speakers, and the devices that read their frames by HTTP. */
export type LivePages = {
  /** @returns its undo */
  add(pageId: string, speaking: Speaking): () => void;
  /** A device may listen before the speaker is there. @returns its undo; null where it listens already */
  listen(pageId: string, listener: Listener): (() => void) | null;
  /** Passes a frame on to the streams of a page. */
  pass(pageId: string, frame: Buffer): void;
  /** Ends the streams of a page, or those of some devices. */
  endStreams(pageId: string, serials?: ReadonlySet<string>): void;
  /** The pages that are listened to. */
  listened(): string[];
  /** Ends every page whose speaker is here. */
  endAll(by: PageEnd): Promise<void>;
};

export function createLivePages(): LivePages {
  const speaking = new Map<string, Speaking>();
  const listeners = new Map<string, Map<string, Listener>>();

  function remove(pageId: string, serial: string): void {
    const ofPage = listeners.get(pageId);
    ofPage?.delete(serial);
    if (ofPage?.size === 0) listeners.delete(pageId);
  }

  return {
    add(pageId, page) {
      speaking.set(pageId, page);
      return () => void speaking.delete(pageId);
    },
    listen(pageId, listener) {
      const ofPage = listeners.get(pageId) ?? new Map<string, Listener>();
      if (ofPage.has(listener.serial)) return null;
      listeners.set(pageId, ofPage.set(listener.serial, listener));
      return () => {
        if (ofPage.get(listener.serial) === listener) remove(pageId, listener.serial);
      };
    },
    pass(pageId, frame) {
      for (const listener of listeners.get(pageId)?.values() ?? []) listener.onFrame(frame);
    },
    endStreams(pageId, serials) {
      for (const listener of [...(listeners.get(pageId)?.values() ?? [])]) {
        if (serials?.has(listener.serial) === false) continue;
        remove(pageId, listener.serial);
        listener.onEnd();
      }
    },
    listened: () => [...listeners.keys()],
    async endAll(by) {
      await Promise.all([...speaking.values()].map((page) => page.end(by)));
    },
  };
}
