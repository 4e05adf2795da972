/** The pictures of the continents. Antarctica has penguins, Africa lions. */
export const CONTINENT_EMBLEMS = {
  Europe: '🏰',
  Asia: '🏯',
  America: '🗽',
  Africa: '🦁',
  Antarctica: '🐧',
} as const;
