/**
 * `Harbour Market / Entrance`: a loudspeaker is never shown without its place.
 * @param path the names above it, the topmost first, with “ / ” between them
 */
export const nameWithPlace = (path: string, name: string): string =>
  path === '' ? name : `${path.split(' / ').at(-1)} / ${name}`;
