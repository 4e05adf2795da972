import { NAME_MAX } from '@belfry/schemas/domain/account';
import type { Profile, UpdateProfileBody } from '@belfry/schemas/http/accounts/profile';
import { Stack } from '@mantine/core';
import { More } from '../../../kit/form/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { Facts } from '../../../ui/card.tsx';
import { SavedText } from '../../../ui/fields/saved-text.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { useRoleLabel } from '../../../ui/person.tsx';
import { TimeZoneSelect } from '../../../ui/pickers/search-select.tsx';
import { useSave } from '../../../ui/use-save.ts';
import { useCountries, useTimeZones } from '../../lookups/lookups-api.ts';
import { useUpdateProfileMutation } from './profile-api.ts';
import { type ConfirmPhone, EmailValue, PhoneValue } from './profile-blocks.tsx';
import { bodyOf, checkProfile, type ProfileValues, valuesOf } from './profile-draft.ts';
import { CountryFields, MessageLanguageSelect, PLACE_MAX } from './profile-form.tsx';

type Props = { profile: Profile; confirmPhone: ConfirmPhone };

/** Who the person is, each field saved by itself. */
export function ProfileLines({ profile, confirmPhone }: Props) {
  const { t } = useTranslation('profile');
  const roleLabel = useRoleLabel();
  const { list: zones } = useTimeZones();
  const change = useChange(profile);
  const values = valuesOf(profile);
  const text = (field: 'name' | 'city' | 'region', maxLength: number) => ({
    label: t(`fields.${field}`),
    maxLength,
    value: values[field],
    onSave: (typed: string) => change({ [field]: typed }),
  });
  return (
    <PageSection title={t('title')}>
      <Stack gap="md" maw={440}>
        <SavedText
          key={values.name}
          {...text('name', NAME_MAX)}
          autoComplete="name"
          check={(name) => (checkProfile({ ...values, name }) ? t('rules.name_short') : null)}
        />
        <Facts
          facts={[
            [t('fields.email'), <EmailValue key="email" profile={profile} />],
            [t('fields.phone'), <PhoneValue key="phone" profile={profile} Dialog={confirmPhone} />],
            [t('fields.role'), roleLabel(profile.role)],
          ]}
        />
        <TimeZoneSelect
          label={t('fields.zone')}
          zones={zones}
          place={profile}
          value={values.zone}
          onChange={(zone) => change({ zone })}
        />
        <MessageLanguageSelect
          label={t('fields.mail_lang')}
          value={values.lang}
          onChange={(lang) => change({ lang })}
        />
        <More what={t('where')}>
          <CountryFields profile={profile} value={values.country} onChange={(country) => change({ country })} />
          <SavedText key={`city ${values.city}`} {...text('city', PLACE_MAX)} autoComplete="address-level2" />
          <SavedText key={`region ${values.region}`} {...text('region', PLACE_MAX)} autoComplete="address-level1" />
        </More>
      </Stack>
    </PageSection>
  );
}

/** The fields of the call that a value of the form becomes. */
const SENT: Record<keyof ProfileValues, readonly (keyof UpdateProfileBody)[]> = {
  name: ['name'],
  country: ['country', 'country_code'],
  city: ['city'],
  region: ['region'],
  zone: ['utc_offset', 'time_zone'],
  lang: ['lang'],
};

function useChange(profile: Profile): (change: Partial<ProfileValues>) => void {
  const save = useSave();
  const { list: countries } = useCountries();
  const { list: zones } = useTimeZones();
  const [update] = useUpdateProfileMutation();
  return (change) => {
    const names = (Object.keys(change) as (keyof ProfileValues)[]).flatMap((field) => SENT[field]);
    const changed = bodyOf({ ...valuesOf(profile), ...change }, profile, { countries, zones });
    const only = (from: UpdateProfileBody): UpdateProfileBody =>
      Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
    void save(
      () => update(only(changed)),
      () => update(only(profile)),
    );
  };
}
