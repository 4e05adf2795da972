import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';

export const USED_KINDS = ['messages', 'audio', 'chimes', 'playlists', 'stations'] as const;
export type UsedKind = (typeof USED_KINDS)[number];
const USES_NAMED = 50;

export const libraryUsesSchema = z
  .strictObject({
    names: z
      .array(z.string())
      .max(USES_NAMED)
      .describe('of the first ones; a kind other than the usual one is named before'),
    total: z.int(),
  })
  .meta({ id: 'LibraryUses' });
export type LibraryUses = z.infer<typeof libraryUsesSchema>;

export const namedUses = (names: readonly string[]): LibraryUses => ({
  names: names.slice(0, USES_NAMED),
  total: names.length,
});

/** Where a resource of the library is used; it is not deleted before that ends. */
export const libraryUsesHttp = {
  read: endpoint({
    method: 'get',
    path: '/library/{kind}/{id}/uses',
    summary: 'What plays a message, audio, a chime, a playlist or a station',
    params: z.object({ kind: z.enum(USED_KINDS), id: idTextSchema }),
    answer: libraryUsesSchema,
    errors: ['not_found', 'rate_limited'],
  }),
};
