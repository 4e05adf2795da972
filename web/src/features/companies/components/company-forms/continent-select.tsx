import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const CONTINENTS = ['Europe', 'Asia', 'America', 'Africa', 'Antarctica'] as const;

type Props = {
  /** The stored text, which may be another one than those that are offered. */
  initial: string;
  /** Empty: none. */
  value: string;
  error?: ReactNode;
  onChange: (continent: string) => void;
};

/** Chooses a continent. */
export function ContinentSelect({ initial, value, onChange, ...input }: Props) {
  const { t } = useTranslation(['companies', 'element-form']);
  const continents = new Set([...CONTINENTS, ...(initial === '' ? [] : [initial])]);
  return (
    <Select
      label={t('details.continent')}
      data={[...continents].map((name) => ({
        value: name,
        label: t(`element-form:continents.${name as 'Europe'}`, name),
      }))}
      clearable
      {...input}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
