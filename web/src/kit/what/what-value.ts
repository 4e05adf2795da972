import type { Audio } from '@belfry/schemas/http/library/audio';
import type { Message } from '@belfry/schemas/http/library/texts';

export type Sound = Pick<Audio, 'id' | 'name' | 'sha256' | 'duration_ms'>;
export type WhatValue =
  | { kind: 'text'; text: string }
  | { kind: 'message'; id: number }
  | { kind: 'audio'; sound: Sound };

/** What a call says of it; null where nothing is said yet. */
export function bodyOf(value: WhatValue): { text: string } | { message_id: number } | { audio_id: number } | null {
  if (value.kind === 'message') return { message_id: value.id };
  if (value.kind === 'audio') return { audio_id: value.sound.id };
  return value.text.trim() === '' ? null : { text: value.text.trim() };
}

/** Characters that voices speak in a second, for a length before anything is rendered. */
const CHARACTERS_PER_S = 15;

/** The text of a message that is heard first, in its own language; undefined where it has none. */
export const firstText = ({ variants, fallback_language }: Pick<Message, 'variants' | 'fallback_language'>) =>
  variants.find(({ language }) => language === fallback_language) ?? variants[0];

/** Seconds that a message takes; null where recorded sound is part of it, whose length it does not tell. */
export function secondsOf(message: Pick<Message, 'variants' | 'fallback_language'>): number | null {
  const spoken = firstText(message);
  if (!spoken || spoken.audio_before !== undefined || spoken.audio_after !== undefined) return null;
  return Math.max(1, Math.round(spoken.text.length / CHARACTERS_PER_S));
}
