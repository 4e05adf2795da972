import type { Message, MessageBody } from '@belfry/schemas/http/library/texts';

export type MessageValues = MessageBody & { fallback_language: string; chime_id: number | null };
export type Variant = MessageValues['variants'][number];

export const valuesOf = (message: Message): MessageValues => ({
  name: message.name,
  variants: message.variants,
  fallback_language: message.fallback_language,
  chime: message.chime,
  chime_id: message.chime_id ?? null,
  repeat: message.repeat,
  pause_ms: message.pause_ms,
  emergency: message.emergency,
});

export const newMessage = (language: string): MessageValues => ({
  name: '',
  variants: [{ language, text: '' }],
  fallback_language: language,
  chime: 'none',
  chime_id: null,
  repeat: 1,
  pause_ms: 2_000,
  emergency: false,
});

type Change = Pick<MessageValues, 'variants' | 'fallback_language'>;
/** Replaces a variant; the fallback follows where its language changes. */
export function withVariant({ variants, fallback_language }: Change, index: number, variant: Variant): Change {
  const before = variants[index]?.language;
  return {
    variants: variants.map((each, at) => (at === index ? variant : each)),
    fallback_language: before === fallback_language ? variant.language : fallback_language,
  };
}

/** Removes a variant; the first of the others becomes the fallback where it was. */
export function withoutVariant({ variants, fallback_language }: Change, index: number): Change {
  const rest = variants.filter((_, at) => at !== index);
  const isKept = rest.some(({ language }) => language === fallback_language);
  return { variants: rest, fallback_language: isKept ? fallback_language : (rest[0]?.language ?? '') };
}

export type Sound = Pick<MessageValues, 'chime' | 'chime_id' | 'repeat' | 'pause_ms'>;
/** The parts of a message as a place hears them, with one repetition where there are any. */
export function asHeard<Part>(
  parts: readonly Part[] | null,
  { repeat, pause_ms }: Pick<Sound, 'repeat' | 'pause_ms'>,
): readonly (Part | number)[] | null {
  return parts === null || repeat === 1 ? parts : [...parts, pause_ms, ...parts];
}
