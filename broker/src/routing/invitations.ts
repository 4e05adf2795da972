import type { Serial } from '@belfry/schemas/domain/serial';
import { parseTopic } from '@belfry/schemas/mqtt/topics';

/** More than the installation may have open at once; the api is trusted, its mistakes are bounded. */
const MAX_PAGES = 100;
const PAGES = 'pages/';

/** Frames are dropped for a client that does not keep up, and never stored. */
export const isPageTopic = (topic: string): boolean => topic.startsWith(PAGES);

export type Uninvited = { pageId: string; serial: Serial };
type OpenPage = { serials: ReadonlySet<Serial>; expiresAt: number };

/**
 * Which devices may subscribe to the frames of which live pages, as the api says. In memory only: after a restart of the broker nobody is invited,
 * and the api ends its pages.
 */
export class Invitations {
  readonly #pages = new Map<string, OpenPage>();

  get size(): number {
    return this.#pages.size;
  }

  /**
   * Replaces the devices of a page.
   * @param expiresAt in milliseconds since 1970
   * @returns those of the list before that are not in this one; null where too many pages are open
   */
  set(pageId: string, serials: readonly Serial[], expiresAt: number): Uninvited[] | null {
    const before = this.#pages.get(pageId);
    if (!before && this.#pages.size >= MAX_PAGES) return null;
    const now = new Set(serials);
    this.#pages.set(pageId, { serials: now, expiresAt });
    return uninvited(pageId, before?.serials ?? []).filter(({ serial }) => !now.has(serial));
  }

  /** @returns those who were invited */
  close(pageId: string): Uninvited[] {
    const page = this.#pages.get(pageId);
    this.#pages.delete(pageId);
    return uninvited(pageId, page?.serials ?? []);
  }

  /** Ends what has expired. @returns those who were invited */
  expire(now: number): Uninvited[] {
    const passed = [...this.#pages].filter(([, { expiresAt }]) => expiresAt <= now);
    return passed.flatMap(([pageId]) => this.close(pageId));
  }

  /** A device whose connections are dropped, as those of one with another owner are, hears no page that is open now. */
  revoke(serial: Serial): void {
    for (const [pageId, { serials, expiresAt }] of this.#pages) {
      if (!serials.has(serial)) continue;
      const others = [...serials].filter((other) => other !== serial);
      this.#pages.set(pageId, { serials: new Set(others), expiresAt });
    }
  }

  /** Whether a device may subscribe to this filter because it is invited. A filter with a wildcard names no page. */
  allows(serial: Serial, filter: string, now = Date.now()): boolean {
    if (!isPageTopic(filter)) return false;
    const topic = parseTopic(filter);
    if (topic?.kind !== 'pageAudio') return false;
    const page = this.#pages.get(topic.pageId);
    return page !== undefined && page.expiresAt > now && page.serials.has(serial);
  }
}

const uninvited = (pageId: string, serials: Iterable<Serial>): Uninvited[] =>
  Array.from(serials, (serial) => ({ pageId, serial }));
