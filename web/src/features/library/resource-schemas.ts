import { audioSchema, playlistSchema, stationSchema } from '@belfry/schemas/http/library/audio';
import { messageSchema, pronunciationSchema } from '@belfry/schemas/http/library/texts';
import type { z } from 'zod';
import type { Kind, Resources } from '../../api/library/library-api.ts';

/** How the console reads a resource that an error answer contains. */
export const RESOURCE_SCHEMAS: { [K in Kind]: z.ZodType<Resources[K]> } = {
  messages: messageSchema.strip(),
  audio: audioSchema.strip(),
  playlists: playlistSchema.strip(),
  stations: stationSchema.strip(),
  dictionary: pronunciationSchema.strip(),
};
