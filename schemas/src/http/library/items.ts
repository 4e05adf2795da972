import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { audioSchema, playlistSchema, stationSchema } from './audio.ts';
import { ownChimeSchema } from './chimes.ts';
import { libraryQuerySchema } from './library.ts';
import { messageSchema } from './texts.ts';
import { USED_KINDS } from './uses.ts';

/** Enough for a drawing of its loudness; the list of audio has the whole waveform. */
export const LISTED_PEAKS_MAX = 100;

const use = {
  uses: z.int().min(0).describe('so many others play it; it is not deleted before that ends'),
  last_used_at: z.iso.datetime().nullable().describe('when it was said last; null: never, or it is no announcement'),
};

export const libraryItemSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('messages'), item: messageSchema, ...use }),
    z.strictObject({
      kind: z.literal('audio'),
      item: audioSchema.extend({ peaks: z.array(z.number()).max(LISTED_PEAKS_MAX) }),
      ...use,
    }),
    z.strictObject({ kind: z.literal('chimes'), item: ownChimeSchema, ...use }),
    z.strictObject({ kind: z.literal('playlists'), item: playlistSchema, ...use }),
    z.strictObject({ kind: z.literal('stations'), item: stationSchema, ...use }),
  ])
  .meta({ id: 'LibraryItem' });
export type LibraryItem = z.infer<typeof libraryItemSchema>;

export const libraryItemsHttp = {
  list: endpoint({
    method: 'get',
    path: '/library',
    summary: 'Everything that can be played: messages, audio, chimes, playlists and stations',
    description: 'What was said last is first, then by name. Whose it is, is as in the lists of each kind.',
    query: libraryQuerySchema.extend({ kind: z.enum(USED_KINDS).optional().describe('by default all') }),
    answer: z.array(libraryItemSchema),
    headers: { 'X-Total-Count': 'how many match' },
    errors: ['forbidden', 'user_not_found'],
  }),
};
