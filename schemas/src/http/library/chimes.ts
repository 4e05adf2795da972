import { z } from 'zod';
import { sha256Schema } from '../../domain/firmware.ts';
import { idSchema } from '../../domain/ids.ts';
import { editRevisionSchema, libraryNameSchema, resourceCalls, revisionTimes } from './library.ts';

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

export const chimesHttp = resourceCalls('/chimes', 'chime', {
  answer: ownChimeSchema,
  body: ownChimeBodySchema,
  patch: ownChimePatchSchema,
});
