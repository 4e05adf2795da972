import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';

/** Divides a text into characters as people see them. */
export const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The emblem of a node without one; see TREE-8. */
export const DEFAULT_EMBLEM = '🏢';

/** Whether a text has at most four grapheme clusters: an emoji is one, whatever its code units; see TREE-5. */
export const isEmblem = (text: string): boolean => [...signs.segment(text.trim())].length <= COMPANY_LIMITS.emblem;

/** Code units that the server accepts: a family emoji has eleven, and four of them are allowed. */
export const EMBLEM_UNITS_MAX = 40;

/** The pictures of the continents. Antarctica has penguins, Africa lions. */
export const CONTINENT_EMBLEMS = {
  Europe: '🏰',
  Asia: '🏯',
  America: '🗽',
  Africa: '🦁',
  Antarctica: '🐧',
} as const;
