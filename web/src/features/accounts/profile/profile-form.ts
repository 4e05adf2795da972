import { NAME_MIN } from '@belfry/schemas/domain/account';
import type { Profile, UpdateProfileBody } from '@belfry/schemas/http/accounts/profile';
import type { Country, UtcZone } from '@belfry/schemas/http/lookups';
import { isApiError } from '../../../lib/api/api-error.ts';
import { revisionOf } from '../../../lib/edit-conflict.ts';
import { readableProfileSchema } from '../../../lib/session/auth-api.ts';
import { offsetOfZoneKey } from '../../../lib/time-zone-choice.ts';

/** The values of the edit form of My Profile, as texts. */
export type ProfileValues = {
  name: string;
  /** ISO code; empty for none. */
  country: string;
  city: string;
  region: string;
  /** Key of `time-zone-choice.ts`. */
  zone: string;
  lang: string;
};

export const valuesOf = (profile: Profile): ProfileValues => ({
  name: profile.name,
  country: profile.country_code ?? '',
  city: profile.city ?? '',
  region: profile.region ?? '',
  zone: profile.time_zone,
  lang: profile.lang,
});

/** Whether anything was changed; surrounding spaces are ignored. */
export function isChanged(values: ProfileValues, profile: Profile): boolean {
  const saved = valuesOf(profile);
  return (Object.keys(saved) as (keyof ProfileValues)[]).some((key) => values[key].trim() !== saved[key].trim());
}

export type ProfileProblem = { field: 'name'; text: 'name_short' };

/** A new name follows the rule of registration; see HOME-4. */
export const checkProfile = ({ name }: ProfileValues): ProfileProblem | null =>
  name.trim().length < NAME_MIN ? { field: 'name', text: 'name_short' } : null;

type Lists = { countries: readonly Country[]; zones: readonly UtcZone[] };

/** The country is sent as name and code; see HOME-4. */
export function bodyOf(values: ProfileValues, profile: Profile, { countries, zones }: Lists): UpdateProfileBody {
  const country = countries.find(({ code }) => code === values.country)?.name ?? null;
  const moved = values.zone !== profile.time_zone;
  const named = zones.some(({ time_zone }) => time_zone === values.zone);
  return {
    name: values.name.trim(),
    country: values.country === profile.country_code ? profile.country : country,
    country_code: values.country === '' ? null : values.country,
    city: values.city.trim() || null,
    region: values.region.trim() || null,
    utc_offset: moved ? offsetOfZoneKey(zones, values.zone) : profile.utc_offset,
    // A key that is only minutes is not the name of a zone.
    ...(named || !moved ? { time_zone: values.zone } : {}),
    lang: values.lang,
    ...revisionOf(profile),
  };
}

/** The stored profile, where an edit was rejected because it was changed elsewhere meanwhile. */
export function storedProfileOf(error: unknown, opened: Profile): Profile | null {
  if (!isApiError(error) || error.code !== 'edit_conflict') return null;
  // No error answer contains the key.
  return readableProfileSchema.safeParse({ ...error.current, user_key: opened.user_key }).data ?? null;
}
