import type { CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import { isoTime } from '../hardware/clock.ts';
import type { PlaybackDeps } from '../playback/playback.ts';
import type { ManualClock } from './manual-clock.ts';
import { testFrame } from './test-live-pages.ts';
import { bootPlayback, testFlash } from './test-playback.ts';

export const [PAGE, OTHER_PAGE, RUN, OTHER_RUN, SPEECH] = [1, 2, 3, 4, 5].map(
  (n) => `0e3a4b0c-1111-4222-8333-44445555666${n}`,
) as [string, string, string, string, string];

export const RADIO = {
  kind: 'station' as const,
  name: 'FM',
  url: 'http://fm/',
  volume: 50,
  from: '2026-01-15T12:00:00.000Z',
  until: '2026-01-15T18:00:00.000Z',
};

type State = CommandResult<'page_open'>['state'];

export function bootPageDevice(clock: ManualClock, flash = testFlash(), changes: Partial<PlaybackDeps> = {}) {
  const device = bootPlayback(clock, flash, changes);
  const { playback, pageTransport, pageOutput } = device;

  /** Opens a page that begins in half a second; the device answers while the clock advances. */
  function begin(page: Partial<CommandParams<'page_open'>> = {}): Promise<State> {
    const opening = playback.pages.open({
      page_id: PAGE,
      run_id: RUN,
      codec: 'opus',
      frame_ms: PAGE_FRAME_MS,
      starts_at: isoTime(clock.now() + 500),
      chime: null,
      priority: 'say_now',
      busy: 'interrupt',
      ...page,
    });
    // A test looks at what is refused later.
    opening.catch(() => {});
    return opening;
  }

  return {
    ...device,
    begin,
    async open(page: Partial<CommandParams<'page_open'>> = {}): Promise<State> {
      const opening = begin(page);
      await clock.advance(1);
      return opening;
    },
    async close(pageId = PAGE): Promise<CommandResult<'page_close'>> {
      const closing = playback.pages.close(pageId);
      await clock.advance(400);
      return closing;
    },
    /** Somebody speaks for so many seconds. @returns the number of the next frame */
    async speak(seconds: number, from = 0): Promise<number> {
      const until = from + Math.round((seconds * 1_000) / PAGE_FRAME_MS);
      for (let seq = from; seq < until; seq++) {
        pageTransport.send(PAGE, testFrame(seq, clock.now()));
        await clock.advance(PAGE_FRAME_MS);
      }
      return until;
    },
    heard: (): number[] =>
      pageOutput.heard
        .map(({ samples }) => Math.round((samples[0] ?? 0) * 1_000) - 1)
        .filter((seq, index, all) => seq >= 0 && seq !== all[index - 1]),
  };
}

export type PageDevice = ReturnType<typeof bootPageDevice>;
