import type { Message } from '@belfry/schemas/http/library/texts';
import { expect, it } from 'vitest';
import { speechFor } from '../../../library/index.ts';
import { createSpeechPlan } from './plan-group.ts';

const dictionary = {
  entries: [],
  ownReaders: [],
  voices: new Map<string, string>(),
  writesOut: () => false,
  namedIn: () => [],
  apply: (text: string) => text,
};
const message: Message = {
  id: 7,
  name: 'Lesson',
  variants: [
    { language: 'en', text: 'The lesson begins', audio_before: 1 },
    { language: 'de', text: '', audio_after: 2 },
  ],
  fallback_language: 'en',
  chime: 'none',
  repeat: 1,
  pause_ms: 0,
  emergency: false,
  revision: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};
const placeWith = (language: string) => ({
  name: 'Hall',
  language,
  voice: `${language}-Standard-A`,
  time_zone: 'Europe/Berlin',
});

it('needs the texts of messages, and only names the audio around them', () => {
  const plan = createSpeechPlan({ dictionary }, { speechFor, keyOf: ({ text }) => `hash of ${text}` });
  expect(plan.add(message, placeWith('en-US'), 100, 5)).toEqual({ hash: 'hash of The lesson begins', audio_before: 1 });
  expect(plan.add(message, placeWith('de-DE'), 50, 6)).toEqual({ hash: null, audio_after: 2 });
  expect([...plan.needed.values()]).toMatchObject([{ at: 100, schedule_ids: new Set([5]) }]);
  expect(plan.wordless).toEqual(new Set([6]));
});
