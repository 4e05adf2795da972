import { useEffect, useState } from 'react';
import type { Input } from '@belfry/schemas/http/endpoint';
import type { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { createEncoder } from '../audio/encoder.ts';
import { useWakeLock } from '../../../lib/use-wake-lock.ts';
import type { MicrophoneSession } from '../audio/microphone-session.ts';
import { useClosePageMutation, useOpenPageMutation } from '../live-pages-api.ts';
import { useStore } from '../store.ts';
import { createHold, type Hold } from './hold.ts';
import { openPageSocket } from './page-socket.ts';
import { createTalk } from './talk.ts';
import { isActive, type TalkState } from './talk-state.ts';

export type PageRequest = Input<typeof livePagesHttp.open>;

/** How long a phone shakes when one may speak. */
const SPEAK_NOW_MS = 200;

/**
 * Pages that are opened while a button is held.
 * @param request what the next page is opened with; null: a press does nothing
 */
export function useTalk(
  microphone: MicrophoneSession,
  request: PageRequest | null,
): { talk: TalkState; hold: Hold; latched: boolean } {
  const [pages] = useState(createTalk);
  const [hold] = useState(createHold);
  const [open] = useOpenPageMutation();
  const [close] = useClosePageMutation();
  const talk = useStore(pages.state);
  const latched = useStore(hold.latched);
  useEffect(
    () =>
      hold.onChanged((isOn) => {
        if (!isOn) return pages.stop();
        if (request === null) return hold.reset();
        void pages.start({
          open: () => open(request).unwrap(),
          close: (pageId) => close(pageId).unwrap(),
          microphone: () => microphone.use(),
          createEncoder,
          openSocket: openPageSocket,
        });
      }),
    [hold, pages, request, open, close, microphone],
  );
  useEffect(() => () => pages.abandon(), [pages]);
  const { phase } = talk;
  useEffect(() => {
    // The finger may still be on the button.
    if (phase === 'ended') hold.reset();
    if (phase === 'live') navigator.vibrate?.(SPEAK_NOW_MS);
  }, [phase, hold]);
  // A phone that locks itself ends the page.
  useWakeLock(isActive(talk));
  return { talk, hold, latched };
}
