import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { firstOf, on, type Answer } from '../../../testing/fake-server.ts';
import { aPageState, PAGE_ANSWER } from './page-factory.ts';

export const PREVIEW: SayPreview = {
  devices: 2,
  reachable: 2,
  sent: 0,
  offline: 0,
  silent: 0,
  unheard: [],
  fallbacks: 0,
  text_language: null,
  other_voices: 0,
  languages: [],
  places: [],
};

export const pageAnswers = (...before: Answer[]): Answer =>
  firstOf(
    ...before,
    on(livePagesHttp.settings, () => ({ available: true, recording_days: 30, recording_room: true })),
    on(sayHttp.preview, () => PREVIEW),
    on(livePagesHttp.open, () => Response.json(PAGE_ANSWER, { status: 201 })),
    on(livePagesHttp.close, () => aPageState({ state: 'ended', ended_by: 'closed' })),
  );
