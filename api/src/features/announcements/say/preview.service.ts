import type { SayBody, SayPreview } from '@belfry/schemas/http/announcements/announcements';
import type { Principal } from '../../../http/routes/principal.ts';
import type { OwnersPolicy } from '../../../policies/visible-owners.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { silentReason, type Plan } from './plan.ts';
import { prepareSpeech } from './prepare.ts';
import { baseLanguage, detectLanguage } from './text-language.ts';
import type { Deps } from '../../../deps.ts';

const PLACES_SHOWN = 200;

/** The places that would hear a text, and how; see ANN-2. Throws what `prepareSpeech` throws. */
export async function previewSpeech(
  deps: Pick<Deps, 'db'>,
  user: Principal,
  policy: OwnersPolicy,
  body: SayBody,
): Promise<SayPreview> {
  const instant = new Date();
  const { plan } = await prepareSpeech(deps, { user, policy, instant }, body);
  const textLanguage = body.text === undefined ? null : await detectLanguage(body.text);
  const isOther = (language: string): boolean => textLanguage !== null && baseLanguage(language) !== textLanguage;
  const reasons = await mapYielding(plan.places, ({ place }) => silentReason(place, instant));
  return {
    devices: plan.places.length,
    offline: plan.places.filter(({ online }) => !online).length,
    silent: reasons.filter((reason) => reason !== null).length,
    fallbacks: plan.places.filter(({ spoken }) => spoken.fallback).length,
    text_language: textLanguage,
    other_voices: plan.places.filter(({ spoken }) => isOther(spoken.language)).length,
    languages: languagesOf(plan),
    places: plan.places.slice(0, PLACES_SHOWN).map(({ place, spoken, online }, index) => ({
      serial: place.serial,
      company_id: place.company_id,
      place: place.name,
      path: place.path,
      language: spoken.language,
      voice: spoken.voice,
      fallback: spoken.fallback,
      online,
      silent_reason: reasons[index] ?? null,
    })),
  };
}

/** The languages and voices, the most frequent first. */
function languagesOf({ places }: Plan): SayPreview['languages'] {
  const groups = Map.groupBy(places, ({ spoken: { language, voice } }) => `${language} ${voice}`);
  return [...groups.values()]
    .map((group) => {
      const { language, voice } = group[0]?.spoken ?? { language: '', voice: '' };
      return { language, voice, devices: group.length };
    })
    .sort((a, b) => b.devices - a.devices);
}
