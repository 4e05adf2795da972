import { formatSigned } from '../../../lib/format.ts';

const SECONDS_PER_HOUR = 3_600;

/** Seconds east of UTC as hours with their sign: `+3`, `-3.5`, `0`. */
export const biasHours = (seconds: number, locale: string): string => formatSigned(seconds / SECONDS_PER_HOUR, locale);
