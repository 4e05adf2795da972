import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { KINDS, type TimedRow } from './sources.ts';

const positionSchema = z.strictObject({
  at: z.iso.datetime({ precision: 6 }),
  kind: z.enum(KINDS),
  id: z.union([z.uuid(), z.string().regex(/^\d{1,18}$/)]),
});
type Position = z.output<typeof positionSchema>;

/** Where the next page goes on. */
export const positionOf = ({ at_us, kind, key }: Pick<TimedRow, 'at_us' | 'kind' | 'key'>): string =>
  `${at_us} ${kind} ${key}`;

/** Throws invalid_input. */
export function readPosition(text: string): Position {
  const [at, kind, id] = text.split(' ');
  const { data } = positionSchema.safeParse({ at, kind, id });
  // Runs alone have ids that are no numbers.
  if (!data || /^\d+$/.test(data.id) === (data.kind === 'said' || data.kind === 'commands'))
    throw new AppError('invalid_input', 'There is no such page');
  return data;
}
