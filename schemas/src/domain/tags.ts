import { z } from 'zod';

export const TAG_MAX = 32;
export const TAGS_MAX = 16;
export const FILTER_TAGS_MAX = 5;
/** The maximum length of a typed tag; longer texts are rejected before they are normalised. */
const TYPED_TAG_MAX = 200;

const INVALID_TAG = 'A tag has letters, digits, spaces and . _ : / + - and begins with a letter or digit';
/** Without a comma, which separates tags in addresses and in CSV files. */
const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._:/+-]*$/u;

/** One form for all spellings of a tag: lower case, single spaces; see DEV-40. */
export const normalizeTag = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

export const tagSchema = z
  .string()
  .max(TYPED_TAG_MAX)
  .transform(normalizeTag)
  .pipe(z.string().min(1, 'A tag must not be empty').max(TAG_MAX).regex(TAG, INVALID_TAG));

export const isTag = (text: string): boolean => tagSchema.safeParse(text).success;

export const sortedTags = (tags: readonly string[]): string[] => [...new Set(tags)].sort();

/** The tags of a device: each once, in alphabetical order. */
export const tagsSchema = z
  .array(tagSchema)
  .max(TAGS_MAX, `A device has ${TAGS_MAX} tags at most`)
  .transform(sortedTags);

/** `shop, Hall` → `hall`, `shop`: the tags of an address, a CSV cell or a text field. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map(normalizeTag)
    .filter((tag) => tag !== '');
