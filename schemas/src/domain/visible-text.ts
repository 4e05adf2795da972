/** Direction marks, and characters that show nothing: controls, separators, fillers, and what text engines ignore. */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u2800]|(?!(?:\u200C|\u200D|\uFE0F))[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cf}]/u;
/** Joiners and the emoji selector belong into emoji and into scripts that join letters; elsewhere they show nothing. */
const STRAY_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{M}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])(?:\u200C|\u200D|\uFE0F)/u;

/** Whether a text has a character that shows nothing or changes the direction of what follows, so that it can look like another one. */
export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text) || STRAY_JOINER.test(text);
