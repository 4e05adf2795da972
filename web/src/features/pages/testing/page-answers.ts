import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { pagesHttp } from '@belfry/schemas/http/pages/pages';
import { firstOf, on, type Answer } from '../../../testing/fake-server.ts';
import { aPageState, PAGE_ANSWER } from './page-factory.ts';

export const PREVIEW: SayPreview = {
  devices: 2,
  reachable: 2,
  offline: 0,
  silent: 0,
  fallbacks: 0,
  text_language: null,
  other_voices: 0,
  languages: [],
  places: [],
};

/** The answers of a server on which pages are possible; those before them win. */
export const pageAnswers = (...before: Answer[]): Answer =>
  firstOf(
    ...before,
    on(pagesHttp.settings, () => ({ available: true, recording_days: 30, recording_room: true })),
    on(sayHttp.preview, () => PREVIEW),
    on(pagesHttp.open, () => Response.json(PAGE_ANSWER, { status: 201 })),
    on(pagesHttp.close, () => aPageState({ state: 'ended', ended_by: 'closed' })),
  );
