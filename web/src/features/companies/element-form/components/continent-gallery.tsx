import { Input, UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GALLERY_CONTINENTS, type Continent } from '../../../lookups/continents-api.ts';
import { CONTINENT_EMBLEMS } from '../../../../ui/emblems/emblem.ts';
import { EmblemIcon } from '../../../../ui/emblems/emblem-icon.tsx';
import classes from './continent-gallery.module.css';

const PICTURES: Record<Continent, string> = CONTINENT_EMBLEMS;

type Props = { value: string; onChange: (continent: string) => void };

/** The continents as cards; a second press clears the choice, and with it the filter of countries. */
export function ContinentGallery({ value, onChange }: Props) {
  const { t } = useTranslation('element-form');
  const id = useId();
  return (
    <Input.Wrapper label={t('fields.continent')} labelElement="div" labelProps={{ id }}>
      <fieldset aria-labelledby={id} className={classes.row}>
        {GALLERY_CONTINENTS.map((continent) => (
          <UnstyledButton
            key={continent}
            className={classes.card ?? ''}
            aria-pressed={continent === value}
            onClick={() => onChange(continent === value ? '' : continent)}
          >
            <EmblemIcon emblem={PICTURES[continent]} size={26} />
            {t(`continents.${continent}`)}
          </UnstyledButton>
        ))}
      </fieldset>
    </Input.Wrapper>
  );
}
