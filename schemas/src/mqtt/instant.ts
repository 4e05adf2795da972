import { z } from 'zod';

/** ISO 8601 in UTC. Postgres has no year 0. */
export const instantSchema = z.iso.datetime().refine((text) => !text.startsWith('0000'), 'has the year 0');
