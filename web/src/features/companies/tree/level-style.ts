/** Size, indent and colour of a level of the tree; see TREE-36. */
const FONT_MAX_PX = 18;
const FONT_MIN_PX = 9;
const INDENT_PX = 24.5;

/** 18 px at the root, one less per level, never below 9. */
export const fontSizeOf = (level: number): number => Math.max(FONT_MIN_PX, FONT_MAX_PX - level);
export const indentOf = (level: number): number => level * INDENT_PX;

/** Ten colours per scheme, each readable on page, card and raised surface (theme.test.ts). */
export const LEVEL_COLOURS = {
  dark: ['#b9a8ff', '#6cb2ff', '#5fd38d', '#ffc857', '#ff9d9d', '#5ed3e0', '#e79bf0', '#b4d455', '#ffac5c', '#9fb4ff'],
  light: ['#5b3fd0', '#0b5cad', '#14713f', '#7a5200', '#b0202f', '#0a6672', '#8a2b96', '#4c6200', '#974700', '#3a4bb0'],
} as const;

const cycled = (colours: readonly string[], level: number): string => colours[level % colours.length] ?? 'inherit';

export const colourOf = (level: number): string =>
  `light-dark(${cycled(LEVEL_COLOURS.light, level)}, ${cycled(LEVEL_COLOURS.dark, level)})`;
