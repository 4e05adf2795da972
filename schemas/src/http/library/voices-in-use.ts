import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newOwner } from '../owner-query.ts';
import { languageVoiceSchema, voiceNameSchema } from '../speech/voices.ts';

const spokenBy = languageVoiceSchema.pick({ voice_name: true, name: true, gender: true, type: true });

export const voiceInUseSchema = z
  .strictObject({
    language: z.string().describe('ISO 639: de'),
    voice: spokenBy.nullable().describe('who speaks at most of its places; null: nobody can'),
    others: z
      .array(z.strictObject({ ...spokenBy.shape, places: z.int().min(1) }))
      .max(20)
      .describe('who speaks at the others'),
    stands_in: z.int().min(0).describe('so many voices that were chosen are spoken by another one'),
    places: z.int().min(0),
    texts: z.int().min(0),
    people: z.int().min(0),
  })
  .meta({ id: 'VoiceInUse' });
export type VoiceInUse = z.infer<typeof voiceInUseSchema>;
export const voicesInUseSchema = z.strictObject({ languages: z.array(voiceInUseSchema) }).meta({ id: 'VoicesInUse' });

const ownerQuerySchema = z.object({ user_id: newOwner });

export const voicesInUseHttp = {
  list: endpoint({
    method: 'get',
    path: '/library/voices',
    summary: 'Who speaks each language of an organisation: those of its places, texts and people',
    query: ownerQuerySchema,
    answer: voicesInUseSchema,
    errors: ['forbidden', 'user_not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/library/voices/{language}',
    summary: 'Let a voice speak a language in an organisation, whatever its places have chosen',
    description: 'With null each place has the voice that it has chosen again. Programmes are compiled again.',
    params: z.object({ language: z.string().regex(/^[a-z]{2,3}$/, 'A language looks like de') }),
    query: ownerQuerySchema,
    body: z.strictObject({ voice_name: voiceNameSchema.nullable() }).meta({ id: 'VoiceInUseBody' }),
    answer: voicesInUseSchema,
    errors: ['forbidden', 'user_not_found', 'unprocessable', 'rate_limited'],
  }),
};
