import { z } from 'zod';
import { sha256Schema } from '../../domain/firmware.ts';
import { idSchema } from '../../domain/ids.ts';
import { editRevisionSchema, libraryNameSchema, resourceCalls, revisionTimes } from './library.ts';

/** Chimes of its own that an organisation may have. */
export const OWN_CHIMES_MAX = 20;

const audioId = idSchema.describe('the audio that is heard; of the same owner');
export const ownChimeBodySchema = z
  .strictObject({ name: libraryNameSchema, audio_id: audioId })
  .meta({ id: 'OwnChimeBody' });
export type OwnChimeBody = z.output<typeof ownChimeBodySchema>;
export const ownChimePatchSchema = z
  .strictObject({ name: libraryNameSchema, audio_id: audioId, revision: editRevisionSchema })
  .partial()
  .meta({ id: 'OwnChimePatch' });
/** A chime of an organisation, which stands beside those of the product. */
export const ownChimeSchema = z
  .strictObject({
    id: z.int(),
    name: libraryNameSchema,
    audio_id: z.int(),
    sha256: sha256Schema.describe('of its audio'),
    duration_ms: z.int().min(0),
    ...revisionTimes,
  })
  .meta({ id: 'OwnChime' });
export type OwnChime = z.infer<typeof ownChimeSchema>;

/** Chimes that an organisation has made of its audio. */
export const chimesHttp = resourceCalls('/chimes', 'chime', {
  answer: ownChimeSchema,
  body: ownChimeBodySchema,
  patch: ownChimePatchSchema,
});
