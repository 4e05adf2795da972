import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { type AudioSockets, createAudioSockets } from './audio-socket.ts';
import { endPage } from './end-page.service.ts';
import { findAbandoned, findEndedOf } from './live-pages.repository.ts';

const SWEEP_MS = 1_000;

export type RunningPages = AudioSockets & {
  /** Ends the pages whose speakers are connected to this instance. */
  stop(): Promise<void>;
};

/**
 * Takes the sockets of speakers, and ends the pages that nobody looks after: those whose speaker has not come in time, and those of an instance that
 * is gone.
 */
export function startLivePages(deps: Deps): RunningPages {
  let isSweeping = false;

  async function sweep(): Promise<void> {
    for (const { page_id, is_claimed } of await findAbandoned(deps.db))
      await endPage(deps, page_id, { by: is_claimed ? 'restarted' : 'socket' });
    const listened = deps.livePages.listened();
    if (listened.length === 0) return;
    for (const pageId of await findEndedOf(deps.db, listened)) deps.livePages.endStreams(pageId);
  }

  const timer = setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    sweep()
      .finally(() => (isSweeping = false))
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'abandoned pages could not be ended');
      });
  }, SWEEP_MS).unref();

  return {
    ...createAudioSockets(deps),
    async stop() {
      clearInterval(timer);
      await deps.livePages.endAll('restarted');
    },
  };
}
