import { hasExtension, isPhone, isValidPhone, PHONE_TEXT_MAX, normalizePhoneInput } from '@belfry/schemas/domain/phone';
import { Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckedInput } from '../../../../ui/fields/checked-input.tsx';
import { Flag } from '../../../../ui/pickers/choice-field.tsx';
import { PhoneCodePicker } from '../../../../ui/pickers/place-pickers.tsx';
import { phoneCodeOf } from '../../../../lib/lookup-search.ts';
import { usePhoneCodes } from '../../../lookups/lookups-api.ts';
import { useFormattedPhone } from '../use-formatted-phone.ts';
import type { FieldsProps } from './fields.ts';
import classes from './phone-field.module.css';

/** The text that the browser would produce for this paste. */
function afterPaste({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): string {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const pasted = clipboardData.getData('text').trim();
  const text = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
  return text.slice(0, PHONE_TEXT_MAX);
}

type Props = FieldsProps & {
  /** The country whose flag is shown, where several share the dial code. */
  country: string;
  /** Normalises the number on blur. */
  onLeave: () => void;
  /** Sets the text after a paste. */
  onPaste: (phone: string) => void;
};

/** Dial code and national number, formatted while it is typed and normalised on paste and on blur. */
export function PhoneField({ form, edit, errorOf, country, onLeave, onPaste }: Props) {
  const { t } = useTranslation('register');
  const [opened, picker] = useDisclosure(false);
  const [chosen, setChosen] = useState('');
  const { list } = usePhoneCodes();
  const { countryCode: dialCode, phone } = form;
  const entry = phoneCodeOf(list, dialCode, chosen || country);
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
          setChosen(countryCode);
          edit({ countryCode: phoneCode });
        }}
      />
    </>
  );
}
