import { voiceNameSchema } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import { GENDER_CHOICES } from './voice-choice.ts';

/** The choice in the address; absent fields are undecided, and each invalid field falls back alone. */
const addressSchema = z.object({
  lang: z.string().min(2).max(12).optional().catch(undefined),
  gender: z.enum(GENDER_CHOICES).catch('all'),
  voice: voiceNameSchema.optional().catch(undefined),
});
export type FavoritesAddress = z.infer<typeof addressSchema>;

export const readFavoritesAddress = (address: URLSearchParams): FavoritesAddress =>
  addressSchema.parse(Object.fromEntries(address));

/** Another language clears gender and voice; another gender keeps the language. Foreign parameters are kept. */
export function changeFavoritesAddress(address: URLSearchParams, change: Partial<FavoritesAddress>): URLSearchParams {
  const next = new URLSearchParams(address);
  const kept = change.lang === undefined ? readFavoritesAddress(address) : { gender: 'all' as const };
  for (const [key, value] of Object.entries({ lang: undefined, voice: undefined, ...kept, ...change })) {
    if (value === undefined || (key === 'gender' && value === 'all')) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
