import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { targetsSchema, type TargetsInput } from '@belfry/schemas/domain/targets';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import type { bodyOf, WhatValue } from '../../../kit/what/index.ts';
import { SESSION_KEYS } from '../../../lib/storage.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSessionDraft } from '../../../lib/use-session-draft.ts';
import { type Say, usePreviewSayQuery } from '../announcements-api.ts';
import type { SoundingValue } from './sounding.tsx';

const SETTLE_MS = 400;
/** Loudspeakers come and go while somebody writes. */
const RECOUNTED_MS = 10_000;
/** The preview wants a text; before one is typed, it counts the places. */
const ANY_TEXT = '.';
const NOTHING_SAID = { text: '' };
/** A sound of the library, which the page that leads here has named. */
const arrivingSchema = z.object({
  sound: z.object({ id: z.int(), name: z.string(), sha256: z.string(), duration_ms: z.number() }),
});
const storedText = z.string().max(SPOKEN_TEXT_MAX);

/** What is said: that of the address, else what was typed before and is not said yet; see SHELL-18 and SHELL-40. */
export function useWhat() {
  const [text, setText, forgetText] = useSessionDraft(SESSION_KEYS.sayDraft, storedText, '');
  const { state } = useLocation();
  const [what, setValue] = useState<WhatValue>(() => {
    const { data: arriving } = arrivingSchema.safeParse(state);
    if (arriving) return { kind: 'audio', sound: arriving.sound };
    const address = new URLSearchParams(globalThis.location.search);
    const message = Number(address.get('message'));
    if (message > 0) return { kind: 'message', id: message };
    return { kind: 'text', text: address.get('text')?.slice(0, SPOKEN_TEXT_MAX) ?? text };
  });
  const setWhat = (next: WhatValue): void => {
    setValue(next);
    if (next.kind === 'text') setText(next.text);
  };
  const kept = useFormDraft({
    name: 'say',
    values: { text },
    opened: NOTHING_SAID,
    dirty: text !== '',
    restore: (draft) => setWhat({ kind: 'text', text: draft.text.slice(0, SPOKEN_TEXT_MAX) }),
  });
  const forget = (): void => {
    forgetText();
    kept.forget();
  };
  return { what, setWhat, kept, forget };
}

/** How it sounds, as far as that is not part of what is said: a prepared text has its own tones and repetitions. */
export function soundingOf(what: WhatValue, sounding: SoundingValue): Partial<Say> {
  const { chime, chime_id, repeat } = sounding;
  const spoken = spokenIn(what, sounding);
  if (what.kind === 'message') return spoken;
  return {
    ...spoken,
    ...(chime !== 'none' && { chime }),
    ...(chime_id !== null && { chime_id }),
    ...(repeat > 1 && { repeat }),
  };
}

/** The language and the voice that were chosen for it, where it can have them. */
export function spokenIn({ kind }: WhatValue, { language, voice }: SoundingValue): Pick<Say, 'language' | 'voice'> {
  if (language === null || kind === 'audio') return {};
  return kind === 'text' && voice !== null ? { language, voice } : { language };
}

/** Who would hear it, counted again in intervals; undefined while it is counted. */
export function usePreview(
  content: ReturnType<typeof bodyOf>,
  spoken: Pick<Say, 'language' | 'voice'>,
  targets: TargetsInput,
) {
  const asked = { ...(content ?? { text: ANY_TEXT }), ...spoken, targets };
  const key = JSON.stringify(asked);
  const [settled] = useDebouncedValue(key, SETTLE_MS);
  const isAsked = targetsSchema.safeParse(targets).success;
  const isReady = isAsked && settled === key;
  const { currentData, error } = usePreviewSayQuery(asked, { skip: !isReady, pollingInterval: RECOUNTED_MS });
  const counted = isReady ? currentData : undefined;
  return { counted, error: isReady ? error : undefined, waiting: isAsked && !counted && !(isReady && error) };
}
