import { isEmail } from '@belfry/schemas/domain/email-address';
import { phoneSchema } from '@belfry/schemas/domain/phone';
import { PERSON_NAME_MAX } from '@belfry/schemas/http/companies/responsible-people';
import { ActionIcon, Fieldset, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRecipient } from '../../../../api/recipients/use-recipient.ts';
import { RecipientState } from '../../../../ui/fields/recipient-state.tsx';

export type TypedPerson = {
  key: number;
  name: string;
  email: string;
  phone: string;
  language: 'en' | 'ru';
  /** The address and the number that are stored. */
  stored: readonly string[];
};

type Props = {
  /** The position in the list, from 1. */
  number: number;
  person: TypedPerson;
  /** Whether errors are shown: after the first attempt to save. */
  checked: boolean;
  onChange: (person: TypedPerson) => void;
  onRemove: () => void;
};

export function PersonFields({ number, person, checked, onChange, onRemove }: Props) {
  const { t } = useTranslation('places');
  const { name, email, phone, language } = person;
  const unreachable = email.trim() === '' && phone.trim() === '';
  const errors = {
    name: name.trim() === '' && t('people.rules.name'),
    email: unreachable
      ? t('people.rules.contact')
      : email.trim() !== '' && !isEmail(email.trim()) && t('people.rules.email'),
    phone: phone.trim() !== '' && !phoneSchema.safeParse(phone.trim()).success && t('people.rules.phone'),
  };
  return (
    <Fieldset legend={t('people.person', { number })} pos="relative">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('people.name')}
          value={name}
          maxLength={PERSON_NAME_MAX}
          error={checked && errors.name}
          onChange={({ currentTarget }) => onChange({ ...person, name: currentTarget.value })}
        />
        <NativeSelect
          label={t('people.language')}
          value={language}
          data={[
            { value: 'en', label: 'English' },
            { value: 'ru', label: 'Русский' },
          ]}
          onChange={({ currentTarget }) =>
            onChange({ ...person, language: currentTarget.value === 'ru' ? 'ru' : 'en' })
          }
        />
        <div>
          <TextInput
            label={t('people.email')}
            type="email"
            value={email}
            error={checked && errors.email}
            onChange={({ currentTarget }) => onChange({ ...person, email: currentTarget.value })}
          />
          <ContactState person={person} contact={email} />
        </div>
        <div>
          <TextInput
            label={t('people.phone')}
            type="tel"
            placeholder="+49 151 23456789"
            value={phone}
            error={checked && errors.phone}
            onChange={({ currentTarget }) => onChange({ ...person, phone: currentTarget.value })}
          />
          <ContactState person={person} contact={phone} />
        </div>
      </SimpleGrid>
      <ActionIcon
        variant="subtle"
        color="error"
        aria-label={t('people.remove', { name: name || number })}
        onClick={onRemove}
        mt="sm"
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Fieldset>
  );
}

/** Of a stored contact; one that is being typed has not been asked. */
const ContactState = ({ person, contact }: { person: TypedPerson; contact: string }) => (
  <RecipientState {...useRecipient(person.stored.includes(contact) ? contact : null, person.language)} />
);
