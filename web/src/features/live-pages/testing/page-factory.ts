import type { PageAnswer, PageState } from '@belfry/schemas/http/live-pages/live-pages';

export const PAGE_ID = '5b0b3b0e-5d0a-4a6e-9d1b-0c3c1d2e3f40';
export const RUN_ID = '0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01';
export const HALL = '1111-2222-3333-4444';
export const YARD = '5555-6666-7777-8888';

export const PAGE_ANSWER: PageAnswer = {
  page_id: PAGE_ID,
  run_id: RUN_ID,
  devices: 2,
  offline: 0,
  old: 0,
  path: 'mqtt',
  codec: 'opus',
  frame_ms: 40,
  speak_after_ms: 0,
  audio_url: `/api/pages/${PAGE_ID}/audio?token=secret`,
};

export const aPageState = (override: Partial<PageState> = {}): PageState => ({
  page_id: PAGE_ID,
  run_id: RUN_ID,
  state: 'opening',
  path: 'mqtt',
  ended_by: null,
  remaining_ms: 120_000,
  counts: { invited: 2 },
  places: [
    { serial: HALL, place: 'Hall', state: 'invited' },
    { serial: YARD, place: 'Yard', state: 'invited' },
  ],
  ...override,
});
