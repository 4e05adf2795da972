import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { baseApi } from '../../../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../../../lib/api/call.ts';
import {
  DEFAULT_COMPANY_LANGUAGE,
  DEFAULT_COMPANY_OFFSET_MINUTES,
  DEFAULT_COMPANY_VOICE,
} from '@belfry/schemas/domain/companies';
import { DEFAULT_SOUND_TEST } from '@belfry/schemas/domain/sound-tests';
import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import { VOLUME_MAX } from '@belfry/schemas/domain/limits';
import { formatUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';

const placesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEffectiveSettings: build.query({
      ...callFrom(companiesHttp.effectiveSettings, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Company'],
    }),
    getResponsible: build.query({
      ...callFrom(responsiblePeopleHttp.read, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Company'],
    }),
    /** An empty list inherits. */
    setResponsible: build.mutation({
      ...call(responsiblePeopleHttp.replace),
      invalidatesTags: unlessFailed('Company'),
    }),
  }),
});

export const { useGetEffectiveSettingsQuery, useGetResponsibleQuery, useSetResponsibleMutation } = placesApi;

export type SettingName = keyof EffectiveSettings;
type ValueOf<Name extends SettingName> = EffectiveSettings[Name]['value'];
/** What was changed in the form: a value of the node's own, or null to inherit. What is absent stays as it is stored. */
export type SettingChanges = { [Name in SettingName]?: ValueOf<Name> | null };

/** What a main company inherits; see TREE-8. */
export const DEFAULT_SETTINGS: EffectiveSettings = {
  time_zone: { value: formatUtcOffset(DEFAULT_COMPANY_OFFSET_MINUTES), source_company_id: null },
  language: { value: DEFAULT_COMPANY_LANGUAGE, source_company_id: null },
  voice: { value: DEFAULT_COMPANY_VOICE, source_company_id: null },
  clock_required: { value: false, source_company_id: null },
  volume_max: { value: VOLUME_MAX, source_company_id: null },
  quiet_hours: { value: [], source_company_id: null },
  trim_db: { value: 0, source_company_id: null },
  sound_test: { value: DEFAULT_SOUND_TEST, source_company_id: null },
  lead_in: { value: NO_LEAD_IN, source_company_id: null },
};

/** A setting as the form shows it; `source` is the node that it is inherited from, null for the default. */
type Shown<Name extends SettingName> = { value: ValueOf<Name>; own: boolean; source: number | null };

/**
 * The setting of a node with the changes of the form.
 * @param nodeId null for a new node
 * @param inherited the settings of its parent
 */
export function shownSetting<Name extends SettingName>(
  name: Name,
  { settings, inherited, nodeId }: { settings: EffectiveSettings; inherited: EffectiveSettings; nodeId: number | null },
  changes: SettingChanges,
): Shown<Name> {
  const change: SettingChanges[Name] = changes[name];
  const { value, source_company_id: source } = inherited[name];
  if (change === null) return { value, own: false, source };
  if (change !== undefined) return { value: change, own: true, source: null };
  if (nodeId !== null && settings[name].source_company_id === nodeId) {
    return { value: settings[name].value, own: true, source: null };
  }
  return { value, own: false, source };
}

/** The changes as fields of the calls that add and edit; what is absent does not change. */
export const settingsBodyOf = ({
  time_zone,
  language,
  voice,
  clock_required,
  volume_max,
  quiet_hours,
  trim_db,
  sound_test,
  lead_in,
}: SettingChanges) => ({
  time_zone,
  default_language: language,
  // Empty while the voices of another language are loaded.
  default_voice: voice === '' ? undefined : voice,
  clock_required,
  volume_max,
  quiet_hours,
  trim_db,
  sound_test,
  lead_in,
});
