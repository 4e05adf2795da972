import { isNationalNumber, tidyPhone } from '@belfry/schemas/domain/phone';
import { Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckedInput } from '../../../ui/checked-input.tsx';
import { Flag } from '../../lookups/components/flag.tsx';
import { PhoneCodePicker } from '../../lookups/components/phone-code-picker.tsx';
import { phoneCodeOf } from '../../lookups/phone-countries.ts';
import { usePhoneCodes } from '../../lookups/use-lookups.ts';
import type { FieldsProps } from './fields.ts';
import classes from './phone-field.module.css';

/** What may stand in a phone number while it is typed. */
const NOT_OF_A_PHONE = /[^\d\s()+-]/g;

/** The text of an input after this paste, as the browser would make it. */
function afterPaste({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): string {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const pasted = clipboardData.getData('text').replaceAll(NOT_OF_A_PHONE, '');
  return value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
}

type Props = FieldsProps & {
  /** The country that gives the dial code its flag, where several share it. */
  country: string;
  /** Puts in order what the field holds when it is left. */
  onLeave: () => void;
  /** Takes the text that a paste has made of it. */
  onPaste: (phone: string) => void;
};

/** Dial code and national digits; what is typed or pasted is put in order on blur and on paste (decision 13). */
export function PhoneField({ form, edit, errorOf, country, onLeave, onPaste }: Props) {
  const { t } = useTranslation('register');
  const [opened, picker] = useDisclosure(false);
  const [chosen, setChosen] = useState('');
  const { list } = usePhoneCodes();
  const { countryCode: dialCode, phone } = form;
  const entry = phoneCodeOf(list, dialCode, chosen || country);
  return (
    <>
      <CheckedInput
        name="phone"
        label={t('fields.phone')}
        type="tel"
        required
        autoComplete="tel-national"
        value={phone}
        valid={isNationalNumber(tidyPhone(phone, dialCode).national)}
        error={errorOf('phone')}
        onChange={(event) => edit({ phone: event.currentTarget.value.replaceAll(NOT_OF_A_PHONE, '') })}
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
