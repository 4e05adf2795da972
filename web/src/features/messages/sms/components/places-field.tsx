import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGetTargetNodesQuery } from '../../../../api/targets/targets-api.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';

/** The number of matches that are listed at once. */
const SHOWN = 60;

type Props = { value: readonly number[]; onChange: (ids: number[]) => void };

/** The nodes whose responsible people get the message, found by name or path. */
export function PlacesField({ value, onChange }: Props) {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const { data = [], error } = useGetTargetNodesQuery();
  const known = new Set(data.map(({ company_id }) => company_id));
  const unknown = value.filter((id) => !known.has(id)).map((id) => ({ value: String(id), label: `#${id}` }));
  return (
    <MultiSelect
      label={t('send.places')}
      description={t('send.places_hint')}
      placeholder={value.length === 0 ? t('send.places_placeholder') : ''}
      data={[
        ...data.map(({ company_id, name, path }) => ({
          value: String(company_id),
          label: path === '' ? name : `${name} (${path})`,
        })),
        ...unknown,
      ]}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      hidePickedOptions
      limit={SHOWN}
      nothingFoundMessage={t('send.places_nothing')}
      error={error && errorText(error, t('send.places_error'))}
    />
  );
}
