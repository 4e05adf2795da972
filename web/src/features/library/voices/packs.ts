import type { PackLicence, PackOffer, VoicePack, VoicePacks } from '@belfry/schemas/http/speech/voice-packs';

export const languageOf = (code: string): string => code.split('-')[0] ?? '';
/** de-DE-Piper-Thorsten-medium is Thorsten. */
export const givenName = (voice: string): string => voice.split('-')[3] ?? voice;
export const isInstalling = ({ state }: VoicePack): boolean => state === 'downloading' || state === 'checking';

export type Offered = { offer: PackOffer; licence: PackLicence; failure: string | null };

/** The natural voices of a language that can be installed, first those whose download has failed. */
export function offersOf({ packs, offers, licences, problem }: VoicePacks, language: string): Offered[] {
  if (problem !== null) return [];
  const failed = packs
    .filter(({ state, source }) => state === 'failed' && source === 'catalogue')
    .map((pack) => {
      const { voice_name, kind, language_code, gender, quality, bytes, note } = pack;
      const licence_id = licences.find(({ name }) => name === pack.licence)?.id ?? '';
      const offer = { voice_name, kind, language_code, gender, quality, bytes, note, licence_id, sample_url: null };
      return { offer, failure: pack.error };
    });
  return [...failed, ...offers.map((offer) => ({ offer, failure: null }))]
    .filter(({ offer }) => languageOf(offer.language_code) === language)
    .flatMap(({ offer, failure }) => {
      const licence = licences.find(({ id }) => id === offer.licence_id);
      return licence ? [{ offer, licence, failure }] : [];
    });
}
