import { type Coordinates, coordinatesSchema, LATITUDE_MAX, LONGITUDE_MAX } from '@belfry/schemas/domain/coordinates';

const NUMBER = String.raw`[+-]?\d{1,3}(?:[.,]\d+)?`;
const BEFORE = new RegExp(`([NSEW])?\\s*(${NUMBER})`, 'g');
const AFTER = new RegExp(`(${NUMBER})\\s*([NSEW])?`, 'g');
/** Characters permitted between and around two numbers. */
const SEPARATORS = /^[\s,;/]*$/;

type Part = { degrees: number; letter: string | undefined };

/**
 * Reads latitude and longitude from one text: `56.95, 24.11`, `56,95; 24,11`, `56.95N 24.11E`, `E 24.11, N 56.95`. Null for everything else, and
 * for degrees that there are not.
 */
export function parseCoordinates(typed: string): Coordinates | null {
  const text = typed.toUpperCase().replaceAll('−', '-').replaceAll('°', ' ').trim();
  // Two whole numbers with a comma between them look like one with a decimal comma.
  const parts = partsOf(/^[+-]?\d{1,3},[+-]?\d{1,3}$/.test(text) ? text.replace(',', ' ') : text);
  const [one, other, ...more] = parts ?? [];
  if (!one || !other || more.length > 0) return null;
  const isSwapped = isEastWest(one) || isNorthSouth(other);
  if (isSwapped && (isNorthSouth(one) || isEastWest(other))) return null;
  const [latitude, longitude] = isSwapped ? [other, one] : [one, other];
  return coordinatesSchema.safeParse({ latitude: signed(latitude), longitude: signed(longitude) }).data ?? null;
}

function partsOf(text: string): Part[] | null {
  const isBefore = /^[NSEW]/.test(text);
  const numbers = [...text.matchAll(isBefore ? BEFORE : AFTER)];
  const rest = text.replaceAll(isBefore ? BEFORE : AFTER, ' ');
  if (!SEPARATORS.test(rest)) return null;
  return numbers.map(([, first, second]) => ({
    degrees: Number((isBefore ? second : first)?.replace(',', '.')),
    letter: isBefore ? first : second,
  }));
}

const isEastWest = ({ letter }: Part): boolean => letter === 'E' || letter === 'W';
const isNorthSouth = ({ letter }: Part): boolean => letter === 'N' || letter === 'S';
const signed = ({ degrees, letter }: Part): number => (letter === 'S' || letter === 'W' ? -degrees : degrees);

/** As it is typed again; empty for none. */
export const coordinatesText = (coordinates: Coordinates | null): string =>
  coordinates === null ? '' : `${coordinates.latitude}, ${coordinates.longitude}`;

/** A place that was chosen on a map, to about a metre, within the degrees that there are. */
export const roundedCoordinates = ({ latitude, longitude }: Coordinates): Coordinates => {
  const round = (value: number): number => Number(value.toFixed(5));
  const limit = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
  const turned = ((((longitude + LONGITUDE_MAX) % 360) + 360) % 360) - LONGITUDE_MAX;
  return { latitude: round(limit(latitude, LATITUDE_MAX)), longitude: round(limit(turned, LONGITUDE_MAX)) };
};
