import { InputBase, InputPlaceholder } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryPicker } from '../../../../ui/pickers/place-pickers.tsx';
import { Flag } from '../../../../ui/pickers/choice-field.tsx';
import { useCountriesOf } from '../../../lookups/continents-api.ts';
import { countryOf, countryText } from '../country-text.ts';
import classes from './country-field.module.css';

type Props = {
  continent: string;
  value: string;
  required: boolean;
  error?: ReactNode;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onChange: (country: string, code: string) => void;
  'data-path'?: string;
};

/** A field that opens the picker of the countries of the chosen continent, or of all. */
export function CountryField({ continent, value, required, error, opened, onOpen, onChange, ...rest }: Props) {
  const { t } = useTranslation('element-form');
  const { list } = useCountriesOf(continent);
  const country = countryOf(value, list);
  const name = country?.name ?? value;
  const pick = (code: string): void => {
    const picked = list.find((each) => each.code === code);
    if (picked) onChange(countryText(picked), code);
  };
  return (
    <>
      <InputBase
        {...rest}
        component="button"
        type="button"
        pointer
        label={t('fields.country')}
        withAsterisk={required}
        aria-label={`${t('fields.country')}: ${name || t('fields.country_hint')}`}
        aria-haspopup="dialog"
        error={error}
        leftSection={country && <Flag emoji={country.flag} />}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        onClick={() => onOpen(true)}
      >
        {name === '' ? (
          <InputPlaceholder>{t('fields.country_hint')}</InputPlaceholder>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
      </InputBase>
      <CountryPicker
        opened={opened}
        countries={list}
        selected={country?.code ?? ''}
        onPick={pick}
        onClose={() => onOpen(false)}
      />
    </>
  );
}
