import { quietUntil } from '@belfry/schemas/domain/quiet-hours';
import type { SayBody, SayPreview } from '@belfry/schemas/http/announcements/announcements';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { mapYielding } from '../../lib/map-yielding.ts';
import type { OwnersPolicy } from '../../policies/owners.ts';
import { findReadablePaths, type Place } from '../places/index.ts';
import { baseLanguage } from './base-language.ts';
import { planSpeech, type Plan } from './plan-speech.ts';
import { countNetworkSpeakers, findOfflineSince } from './say.repository.ts';
import { findLanguage } from './text-language.ts';

const PLACES_SHOWN = 200;
const UNHEARD_SHOWN = 5;
type SilentReason = SayPreview['places'][number]['silent_reason'];

/** The places that would hear a text, and how; see ANN-2. Throws what `planSpeech` throws. */
export async function previewSpeech(
  deps: Pick<Deps, 'db'>,
  user: Principal,
  policy: OwnersPolicy,
  body: SayBody,
): Promise<SayPreview> {
  const instant = new Date();
  const { plan } = await planSpeech(deps, { user, policy, instant }, body);
  const textLanguage = body.text === undefined ? null : await findLanguage(plan.owner_id, body.text);
  const isOther = (language: string): boolean => textLanguage !== null && baseLanguage(language) !== textLanguage;
  const reasons = await mapYielding(plan.places, ({ place }) => silentReason(place, instant));
  const firstPlaces = plan.places.slice(0, PLACES_SHOWN);
  const unheard = unheardOf(plan, reasons).slice(0, UNHEARD_SHOWN);
  const reachable = plan.places.filter(({ online }, index) => online && reasons[index] === null);
  const [pathOf, sinceOf, sent] = await Promise.all([
    readablePaths(deps, user, plan.owner_id, [
      ...firstPlaces.map(({ place }) => place),
      ...unheard.map(({ place }) => place),
    ]),
    findOfflineSince(
      deps.db,
      unheard.map(({ place }) => place.device_id),
    ),
    countNetworkSpeakers(
      deps.db,
      reachable.map(({ place }) => place.device_id),
    ),
  ]);
  return {
    devices: plan.places.length,
    reachable: reachable.length,
    sent,
    offline: plan.places.filter(({ online }) => !online).length,
    silent: reasons.filter((reason) => reason !== null).length,
    unheard: unheard.map(({ place, reason }) => ({
      serial: place.serial,
      place: place.name,
      path: pathOf(place),
      reason,
      since: reason === 'offline' ? (sinceOf.get(place.device_id) ?? null) : null,
      until: reason === 'quiet_hours' ? quietUntil(place.quiet_hours, place.time_zone, instant) : null,
    })),
    fallbacks: plan.places.filter(({ spoken }) => spoken.fallback).length,
    text_language: textLanguage,
    other_voices: plan.places.filter(({ spoken }) => isOther(spoken.language)).length,
    languages: languagesOf(plan, body.text !== undefined),
    places: firstPlaces.map(({ place, spoken, online }, index) => ({
      serial: place.serial,
      company_id: place.company_id,
      place: place.name,
      path: pathOf(place),
      language: spoken.language,
      voice: spoken.voice,
      fallback: spoken.fallback,
      online,
      silent_reason: reasons[index] ?? null,
    })),
  };
}

/** Every loudspeaker that would not hear it now, and why. Throws what `planSpeech` throws. */
export async function previewUnheard(
  deps: Pick<Deps, 'db'>,
  user: Principal,
  policy: OwnersPolicy,
  body: Pick<SayBody, 'text' | 'message_id' | 'targets'>,
) {
  const instant = new Date();
  const { plan } = await planSpeech(deps, { user, policy, instant }, body);
  const reasons = await mapYielding(plan.places, ({ place }) => silentReason(place, instant));
  const unheard = unheardOf(plan, reasons);
  const places = unheard.map(({ place }) => place);
  const [pathOf, sinceOf] = await Promise.all([
    readablePaths(deps, user, plan.owner_id, places),
    findOfflineSince(
      deps.db,
      places.map(({ device_id }) => device_id),
    ),
  ]);
  return {
    devices: plan.places.length,
    unheard: unheard.map(({ place, reason }) => ({
      place: place.name,
      path: pathOf(place),
      reason,
      since: reason === 'offline' ? (sinceOf.get(place.device_id) ?? null) : null,
    })),
  };
}

const unheardOf = ({ places }: Plan, reasons: readonly SilentReason[]) =>
  places.flatMap(({ place, online }, index) => {
    const reason = online ? (reasons[index] ?? null) : ('offline' as const);
    return reason === null ? [] : [{ place, reason }];
  });

/** The path of each place; of the nodes above their branch, members do not learn the names. */
async function readablePaths(
  { db }: Pick<Deps, 'db'>,
  { id }: Principal,
  ownerId: number,
  places: readonly Place[],
): Promise<(place: Place) => string> {
  if (ownerId === id) return ({ path }) => path;
  const paths = await findReadablePaths(
    db,
    id,
    places.flatMap(({ company_id }) => company_id ?? []),
  );
  return ({ company_id }) => paths.get(company_id ?? 0) ?? '';
}

/** The console shows so many; each may be as long as a text. */
const SPOKEN_MAX = 3;
function languagesOf({ places }: Plan, isText: boolean): SayPreview['languages'] {
  const groups = Map.groupBy(places, ({ spoken: { language, voice } }) => `${language} ${voice}`);
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const seenKeys = new Set<string>();
  return sorted.map((group) => {
    const { language = '', voice = '', key } = group[0]?.spoken ?? {};
    const isShown = isText && key !== undefined && seenKeys.size < SPOKEN_MAX && !seenKeys.has(language);
    if (isShown) seenKeys.add(language);
    const heard = { language, voice, devices: group.length };
    return isShown ? Object.assign(heard, { spoken: key.text }) : heard;
  });
}

/** The reason, for the console to translate; null for a place that would be heard now. */
function silentReason(place: Place, instant: Date): SilentReason {
  if (place.volume_max === 0) return 'muted';
  return quietUntil(place.quiet_hours, place.time_zone, instant) === null ? null : 'quiet_hours';
}
