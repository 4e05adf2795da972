import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { isQuiet } from '@belfry/schemas/domain/quiet-hours';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import type { Message } from '@belfry/schemas/http/library/texts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { speechFor, type loadDictionary } from '../../library/index.ts';
import type { Place } from '../../places/index.ts';

type Dictionary = Awaited<ReturnType<typeof loadDictionary>>;
type Spoken = ReturnType<typeof speechFor>;

/** What is said: a text or a message, and what overrides the language and voice of the places. */
export type Source = ({ text: string } | { message: Message }) & {
  language?: string | undefined;
  voice?: string | undefined;
};

export type PlannedPlace = { place: Place; spoken: Spoken; online: boolean; part: number };
/** Speech of one text, language and voice. `volume` is sent with it; null: each device keeps its own. */
export type PlannedPart = { part: number; spoken: Spoken; volume: number | null; places: PlannedPlace[] };
export type Plan = { places: PlannedPlace[]; parts: PlannedPart[] };

/** Why a place would not be heard now, for the console to translate; null if it would. */
export type SilentReason = NonNullable<SayPreview['places'][number]['silent_reason']>;

/** Groups the places by what they hear and with which volume, without blocking others for long; see ANN-2. @param volumes those to send, by device */
export async function planSpeech(
  places: readonly Place[],
  source: Source,
  { instant, dictionary, volumes }: { instant: Date; dictionary: Dictionary; volumes: ReadonlyMap<number, number> },
): Promise<Plan> {
  const parts = new Map<string, PlannedPart>();
  const planned = await mapYielding(places, (place) => {
    const spoken = speechFor(source, place, { instant, dictionary, overrides: source });
    const volume = volumes.get(place.device_id) ?? null;
    const key = JSON.stringify([spoken.key.text, spoken.key.language, spoken.key.voice, volume]);
    const part = parts.get(key) ?? { part: parts.size, spoken, volume, places: [] };
    parts.set(key, part);
    const entry = { place, spoken, online: canReceiveCommands(place.status), part: part.part };
    part.places.push(entry);
    return entry;
  });
  return { places: planned, parts: [...parts.values()] };
}

export function silentReason(place: Place, instant: Date): SilentReason | null {
  if (place.volume_max === 0) return 'muted';
  return isQuiet(place.quiet_hours, place.time_zone, instant) ? 'quiet_hours' : null;
}
