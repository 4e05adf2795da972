const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** @returns a text that does not reorder the sentence it is put into, which right-to-left letters do otherwise. */
export const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text;
