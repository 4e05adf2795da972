import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';

/** The emblem of a node without one; see TREE-8. */
export const DEFAULT_EMBLEM = '🏢';

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether people would count at most four characters: an emoji is one, of however many code units; see TREE-5. */
export const isEmblem = (text: string): boolean => [...signs.segment(text.trim())].length <= COMPANY_LIMITS.emblem;

/** Code units that the server takes: a family of four is eleven, and there may be four of them. */
export const EMBLEM_UNITS_MAX = 40;
