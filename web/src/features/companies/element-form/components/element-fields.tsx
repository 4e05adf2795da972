import { COMPANY_LIMITS, NODE_DESCRIPTION_MAX, NODE_NAME_MAX } from '@belfry/schemas/domain/companies';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../../lib/use-breakpoint.ts';
import type { ElementField } from '../element-rules.ts';
import { needsPlace, type ElementValues } from '../element-values.ts';
import { useFindContinent } from '../../../lookups/continents-api.ts';
import { ContinentGallery } from './continent-gallery.tsx';
import { CountryField } from './country-field.tsx';
import classes from './element-fields.module.css';
import { EmblemField } from './emblem-field.tsx';
import { isSubmitButton } from '../../../../lib/unsaved-input.ts';

export type ElementFormState = UseFormReturnType<ElementValues>;
/** The gallery or picker that is open above the form. */
export type Gallery = 'emblem' | 'country' | 'serial';
export type FieldProps = { form: ElementFormState; gallery: Gallery | null; onGallery: (open: Gallery | null) => void };

/** A text field that is validated on blur. */
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

/** Emblem, name and description. */
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

/** The address. */
export function PlaceFields({ form, gallery, onGallery }: FieldProps) {
  const { t } = useTranslation('element-form');
  const text = useTextField(form);
  const { continent, country, type } = form.values;
  const required = needsPlace(type);
  const findContinent = useFindContinent();
  const setContinentOf = async (code: string): Promise<void> => {
    const found = await findContinent(code);
    // One that was chosen meanwhile stays.
    if (found) form.setFieldValue('continent', (present) => (present === '' ? found : present));
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
