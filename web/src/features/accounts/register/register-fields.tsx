import { hasExtension, isPhone, isValidPhone, PHONE_TEXT_MAX, normalizePhoneInput } from '@belfry/schemas/domain/phone';
import { Group, UnstyledButton, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ClipboardEvent, useLayoutEffect, useRef, type ChangeEvent, type RefObject } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { CheckedInput } from '../../../ui/fields/checked-input.tsx';
import { Flag, ChoiceField } from '../../../ui/pickers/choice-field.tsx';
import { PhoneCodePicker, CountryPicker, LanguagePicker } from '../../../ui/pickers/place-pickers.tsx';
import { phoneCodeOf } from '../../../lib/lookup-search.ts';
import { usePhoneCodes } from '../../lookups/lookups-api.ts';
import type { FieldsProps } from './registration.ts';
import classes from './phone-field.module.css';
import { formatTyped } from '@belfry/schemas/domain/phone-format';
import type { Country, Language } from '@belfry/schemas/http/lookups';

/** The text that the browser would produce for this paste. */
function afterPaste({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): string {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const pasted = clipboardData.getData('text').trim();
  const text = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
  return text.slice(0, PHONE_TEXT_MAX);
}

type PhoneFieldProps = FieldsProps & {
  /** The country whose flag is shown, where several share the dial code. */
  country: string;
  onLeave: () => void;
  onPaste: (phone: string) => void;
};

/** Dial code and national number, formatted while it is typed and normalised on paste and on blur. */
export function PhoneField({ form, edit, errorOf, country, onLeave, onPaste }: PhoneFieldProps) {
  const { t } = useTranslation('register');
  const [opened, picker] = useDisclosure(false);
  const [choice, setChoice] = useState('');
  const { list } = usePhoneCodes();
  const { countryCode: dialCode, phone } = form;
  const entry = phoneCodeOf(list, dialCode, choice || country);
  const normalized = normalizePhoneInput(phone, dialCode);
  const typing = useFormattedPhone(phone, dialCode, (text) => edit({ phone: text }));
  // Only for a number that could be sent: an incomplete one is never valid.
  const unknown = isPhone(normalized) && !isValidPhone(normalized);
  return (
    <>
      <CheckedInput
        name="phone"
        label={t('fields.phone')}
        type="tel"
        required
        autoComplete="tel-national"
        value={phone}
        maxLength={PHONE_TEXT_MAX}
        {...typing}
        valid={isValidPhone(normalized) || (isPhone(normalized) ? null : false)}
        error={hasExtension(phone) ? t('rules.phone_extension') : errorOf('phone')}
        description={unknown ? t('phone_unknown', { code: normalized.dialCode }) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onBlur={onLeave}
        onPaste={(event) => {
          event.preventDefault();
          onPaste(afterPaste(event));
        }}
        leftSectionWidth={118}
        leftSection={
          <UnstyledButton
            className={classes.dial}
            onClick={picker.open}
            aria-label={t('fields.dial_code', { code: dialCode, country: entry?.countryName ?? '' })}
            aria-haspopup="dialog"
          >
            <Group gap={6} wrap="nowrap" justify="center">
              <Flag emoji={entry?.flag ?? ''} />
              <span className="tabular">{dialCode}</span>
              <IconChevronDown size={14} aria-hidden />
            </Group>
          </UnstyledButton>
        }
      />
      <PhoneCodePicker
        opened={opened}
        onClose={picker.close}
        phoneCodes={list}
        selected={entry?.countryCode ?? ''}
        onPick={({ phoneCode, countryCode }) => {
          setChoice(countryCode);
          edit({ countryCode: phoneCode });
        }}
      />
    </>
  );
}

type FormattedPhone = {
  ref: RefObject<HTMLInputElement | null>;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** Formats a phone field during typing, and keeps the caret behind the typed digit. */
function useFormattedPhone(text: string, dialCode: string, onType: (text: string) => void): FormattedPhone {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return {
    ref,
    onChange: ({ currentTarget: { value, selectionStart } }) => {
      const typed = formatTyped({ text: value, caret: selectionStart ?? value.length }, text, dialCode);
      caret.current = typed.caret;
      onType(typed.text);
    },
  };
}

type PlaceFieldsProps = FieldsProps & { countries: readonly Country[]; languages: readonly Language[] };

export function PlaceFields({ form, edit, errorOf, countries, languages }: PlaceFieldsProps) {
  const { t } = useTranslation('register');
  const [countryOpened, countryPicker] = useDisclosure(false);
  const [languageOpened, languagePicker] = useDisclosure(false);
  const country = countries.find(({ code }) => code === form.country);
  const language = languages.find(({ code }) => code === form.language);
  return (
    <>
      <ChoiceField
        name="country"
        label={t('fields.country')}
        placeholder={t('fields.country_none')}
        value={country?.name ?? form.country}
        flag={country?.flag ?? ''}
        error={errorOf('country')}
        onOpen={countryPicker.open}
      />
      <TextInput
        name="city"
        label={t('fields.city')}
        autoComplete="address-level2"
        maxLength={100}
        value={form.city}
        onChange={(event) => edit({ city: event.currentTarget.value })}
      />
      <ChoiceField
        name="language"
        label={t('fields.language')}
        placeholder={t('fields.language_none')}
        value={language?.name ?? form.language}
        flag={language?.flag ?? ''}
        error={errorOf('language')}
        onOpen={languagePicker.open}
      />
      <CountryPicker
        opened={countryOpened}
        onClose={countryPicker.close}
        countries={countries}
        selected={form.country}
        onPick={(code) => edit({ country: code })}
      />
      <LanguagePicker
        opened={languageOpened}
        onClose={languagePicker.close}
        languages={languages}
        selected={form.language}
        onPick={(code) => edit({ language: code })}
      />
    </>
  );
}
