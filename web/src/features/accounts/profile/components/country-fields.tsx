import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Group, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '../../../../ui/pickers/search-select.tsx';
import { Flag } from '../../../../ui/pickers/flag.tsx';
import { countryTexts } from '../../../../lib/lookups/lookup-search.ts';
import { useCountries } from '../../../../api/lookups/use-lookups.ts';
import classes from './country-fields.module.css';

type Props = { profile: Profile; value: string; onChange: (country: string) => void };

/** A country with its flag, and a read-only field with its code. */
export function CountryFields({ profile, value, onChange }: Props) {
  const { t } = useTranslation('profile');
  const { list } = useCountries();
  const { country, country_code: code } = profile;
  const flags = useMemo(() => new Map(list.map((entry) => [entry.code, entry.flag])), [list]);
  const data = useMemo(() => {
    const entries = list.map((entry) => ({ value: entry.code, label: entry.name }));
    // The built-in list is short; the present value must be offered in any case.
    return code === null || flags.has(code) ? entries : [{ value: code, label: country ?? code }, ...entries];
  }, [list, flags, country, code]);
  return (
    <div className={classes.pair}>
      <SearchSelect
        label={t('fields.country')}
        placeholder={t('fields.country_hint')}
        data={data}
        textsOf={(entry) => countryTexts(entry.value, entry.label)}
        value={value === '' ? null : value}
        onChange={onChange}
        leftSection={flags.has(value) && <Flag emoji={flags.get(value) ?? ''} />}
        renderOption={({ option }) => (
          <Group gap="xs" wrap="nowrap" w="100%">
            <Flag emoji={flags.get(option.value) ?? ''} />
            <Text size="sm" component="span" flex={1} truncate>
              {option.label}
            </Text>
            <Text size="sm" component="span" c="dimmed">
              {option.value}
            </Text>
          </Group>
        )}
      />
      <TextInput label={t('fields.code')} value={value} readOnly tabIndex={-1} className={classes.code} />
    </div>
  );
}
