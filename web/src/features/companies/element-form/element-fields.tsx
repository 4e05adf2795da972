import { COMPANY_LIMITS, NODE_DESCRIPTION_MAX, NODE_NAME_MAX } from '@belfry/schemas/domain/companies';
import { TextInput, Input, UnstyledButton, InputBase, InputPlaceholder } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FocusEvent, type ReactNode, useId } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { type ElementField, needsPlace, type ElementValues, countryOf, countryText } from './element-values.ts';
import { useFindContinent, useCountriesOf, GALLERY_CONTINENTS, type Continent } from '../../lookups/continents-api.ts';
import { isSubmitButton } from '../../../lib/unsaved-input.ts';
import { EmblemIcon } from '../../../ui/emblems/emblem-icon.tsx';
import classes from './element-fields.module.css';
import { EmblemGallery } from '../../../ui/emblems/emblem-gallery.tsx';
import { IconChevronDown } from '@tabler/icons-react';
import { CountryPicker } from '../../../ui/pickers/place-pickers.tsx';
import { Flag } from '../../../ui/pickers/choice-field.tsx';
import { CONTINENT_EMBLEMS } from '../../../ui/emblems/emblem.ts';

export type ElementFormState = UseFormReturnType<ElementValues>;
export type Gallery = 'emblem' | 'country' | 'serial';
type FieldProps = { form: ElementFormState; gallery: Gallery | null; onGallery: (open: Gallery | null) => void };

export function NameFields({ form, gallery, onGallery }: FieldProps) {
  const { t } = useTranslation('element-form');
  const text = useTextField(form);
  return (
    <div className={classes.names}>
      <EmblemField
        value={form.values.emblem}
        opened={gallery === 'emblem'}
        onOpen={(open) => onGallery(open ? 'emblem' : null)}
        onChange={(emblem) => form.setFieldValue('emblem', emblem)}
      />
      <TextInput label={t('fields.name')} withAsterisk data-autofocus maxLength={NODE_NAME_MAX} {...text('name')} />
      <TextInput label={t('fields.description')} maxLength={NODE_DESCRIPTION_MAX} {...text('description')} />
    </div>
  );
}

export function PlaceFields({ form, gallery, onGallery }: FieldProps) {
  const { t } = useTranslation('element-form');
  const text = useTextField(form);
  const { continent, country, type } = form.values;
  const required = needsPlace(type);
  const findContinent = useFindContinent();
  const setContinentOf = async (code: string): Promise<void> => {
    const continentOfCountry = await findContinent(code);
    // One that was chosen during the request stays.
    if (continentOfCountry)
      form.setFieldValue('continent', (present) => (present === '' ? continentOfCountry : present));
  };
  const { onChange: _typed, ...countryProps } = form.getInputProps('country');
  return (
    <div className={classes.place}>
      <ContinentGallery
        value={continent}
        // Clears the country, because another continent has other countries.
        onChange={(next) => form.setValues({ continent: next, country: next === '' ? country : '' })}
      />
      <CountryField
        {...countryProps}
        continent={continent}
        value={country}
        required={required}
        opened={gallery === 'country'}
        onOpen={(open) => onGallery(open ? 'country' : null)}
        onChange={(next, code) => {
          form.setFieldValue('country', next);
          if (continent === '') void setContinentOf(code);
        }}
      />
      <div className={classes.cityRow}>
        <TextInput label={t('fields.city')} withAsterisk={required} maxLength={COMPANY_LIMITS.city} {...text('city')} />
        <TextInput
          label={t('fields.zip')}
          withAsterisk={required}
          maxLength={COMPANY_LIMITS.zip}
          {...text('zipCode')}
        />
      </div>
      <div className={classes.streetRow}>
        <TextInput
          label={t('fields.street')}
          withAsterisk={required}
          maxLength={COMPANY_LIMITS.street}
          {...text('street')}
        />
        <TextInput
          label={t('fields.house')}
          withAsterisk={required}
          maxLength={COMPANY_LIMITS.house}
          {...text('house')}
        />
      </div>
    </div>
  );
}

type Props = {
  value: string;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onChange: (emblem: string) => void;
};

function EmblemField({ value, opened, onOpen, onChange }: Props) {
  const { t } = useTranslation('element-form');
  return (
    <>
      <Input.Wrapper label={t('emblem.label')} labelElement="div">
        <UnstyledButton
          className={classes.emblem ?? ''}
          aria-label={t('emblem.choose', { emblem: value })}
          aria-haspopup="dialog"
          onClick={() => onOpen(true)}
        >
          <EmblemIcon emblem={value} size={28} />
        </UnstyledButton>
      </Input.Wrapper>
      {opened && <EmblemGallery selected={value} onPick={onChange} onClose={() => onOpen(false)} />}
    </>
  );
}

type CountryFieldProps = {
  continent: string;
  value: string;
  required: boolean;
  error?: ReactNode;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onChange: (country: string, code: string) => void;
  'data-path'?: string;
};

function CountryField({ continent, value, required, error, opened, onOpen, onChange, ...rest }: CountryFieldProps) {
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
          <span className={classes.country}>{name}</span>
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

const PICTURES: Record<Continent, string> = CONTINENT_EMBLEMS;

type ContinentGalleryProps = { value: string; onChange: (continent: string) => void };

function ContinentGallery({ value, onChange }: ContinentGalleryProps) {
  const { t } = useTranslation('element-form');
  const id = useId();
  return (
    <Input.Wrapper label={t('fields.continent')} labelElement="div" labelProps={{ id }}>
      <fieldset aria-labelledby={id} className={classes.continents}>
        {GALLERY_CONTINENTS.map((continent) => (
          <UnstyledButton
            key={continent}
            className={classes.continent ?? ''}
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

function useTextField(form: ElementFormState) {
  // Labels the submit key of a phone's keyboard.
  const enterKeyHint = useMobile() ? ('done' as const) : undefined;
  return (field: ElementField) => {
    const props = form.getInputProps(field);
    return {
      ...props,
      enterKeyHint,
      autoComplete: 'off',
      onBlur: (event: FocusEvent) => {
        props.onBlur?.(event);
        if (!isSubmitButton(event.relatedTarget)) form.validateField(field);
      },
    };
  };
}
