import {
  RESPONSIBLE_PEOPLE_MAX,
  type ResponsiblePeople,
  responsiblePersonSchema,
  PERSON_NAME_MAX,
} from '@belfry/schemas/http/companies/responsible-people';
import {
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
  ActionIcon,
  Fieldset,
  NativeSelect,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { LOCALE_CHOICES } from '../../../../lib/i18n.ts';
import { useTranslation } from '../../../../lib/translation.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { useGetEffectiveSettingsQuery, useGetResponsibleQuery, useSetResponsibleMutation } from './place-settings.ts';
import { isEmail } from '@belfry/schemas/domain/email-address';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { internationalPhone, PHONE_TEXT_MAX } from '@belfry/schemas/domain/phone';
import { usePhoneProblem } from '../../../../lib/phone-problem.ts';
import { useTimeZones } from '../../../lookups/lookups-api.ts';
import { useRecipient } from '../../../mail/recipients-api.ts';
import { RecipientState } from '../../../../ui/fields/recipient-state.tsx';

type Props = { companyId: number; onCancel: () => void; onDirty: (dirty: boolean) => void; onDone: () => void };

export function ResponsibleForm({ companyId, ...rest }: Props) {
  const { t } = useTranslation('places');
  const errorText = useErrorMessage();
  const { currentData, error, isFetching, refetch } = useGetResponsibleQuery(companyId, {
    refetchOnMountOrArgChange: true,
  });
  // Read once: a later refetch does not change what is being typed.
  const [original, setOriginal] = useState<ResponsiblePeople | null>(null);
  if (original === null && currentData && !isFetching) setOriginal(currentData);
  if (original !== null) return <PeopleEditor companyId={companyId} original={original} {...rest} />;
  if (error === undefined) return <Skeleton height={180} />;
  return (
    <ErrorState message={errorText(error, t('people.error'))} onRetry={() => void refetch()} retrying={isFetching} />
  );
}

function PeopleEditor({ companyId, original, onCancel, onDirty, onDone }: Props & { original: ResponsiblePeople }) {
  const { t } = useTranslation('places');
  const country = useCountryOf(companyId);
  const errorText = useErrorMessage();
  const { own, people, checked, change, add, submit, isLoading, error } = usePeople({ original, onDirty, onDone });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('people.text')}
      </Text>
      {people.length === 0 && (
        <Text size="sm">
          {own || !original.inherited
            ? t('people.none')
            : original.source_name === null
              ? t('people.inherited_hidden')
              : t('people.inherited', {
                  name: original.source_name,
                  list: original.people.map(({ name }) => name).join(', '),
                })}
        </Text>
      )}
      {people.map((person, index) => (
        <PersonFields
          key={person.key}
          number={index + 1}
          person={person}
          country={country}
          checked={checked}
          onChange={(next) => change(people.map((each) => (each.key === person.key ? next : each)))}
          onRemove={() => change(people.filter(({ key }) => key !== person.key))}
        />
      ))}
      {people.length < RESPONSIBLE_PEOPLE_MAX && (
        <Button
          variant="light"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('people.add')}
        </Button>
      )}
      {error !== undefined && <Notice tone="error">{errorText(error, t('people.save_error'))}</Notice>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('people.cancel')}
        </Button>
        <Button loading={isLoading} onClick={() => void submit()}>
          {t('people.save')}
        </Button>
      </Group>
    </Stack>
  );
}

type TypedPerson = {
  key: number;
  name: string;
  email: string;
  phone: string;
  language: TextLanguage;
  storedContacts: readonly string[];
};
type PersonFieldsProps = {
  number: number;
  person: TypedPerson;
  /** Of the place, in which its people write their numbers. */
  country: string | null;
  checked: boolean;
  onChange: (person: TypedPerson) => void;
  onRemove: () => void;
};
function PersonFields({ number, person, country, checked, onChange, onRemove }: PersonFieldsProps) {
  const { t } = useTranslation('places');
  const { name, email, phone, language } = person;
  const phoneProblem = usePhoneProblem();
  const [left, setLeft] = useState(false);
  const unreachable = email.trim() === '' && phone.trim() === '';
  const errors = {
    name: name.trim() === '' && t('people.rules.name'),
    email: unreachable
      ? t('people.rules.contact')
      : email.trim() !== '' && !isEmail(email.trim()) && t('people.rules.email'),
    phone: phoneProblem(phone, country),
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
          data={LOCALE_CHOICES}
          onChange={({ currentTarget }) => onChange({ ...person, language: textLanguageOf(currentTarget.value) })}
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
            maxLength={PHONE_TEXT_MAX}
            error={(checked || left) && errors.phone}
            onChange={({ currentTarget }) => {
              setLeft(false);
              onChange({ ...person, phone: currentTarget.value });
            }}
            onBlur={() => {
              setLeft(true);
              const whole = country === null ? null : internationalPhone(phone, country);
              if (whole !== null) onChange({ ...person, phone: whole });
            }}
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

/** The country of the time zone of a node; null while it is not known, and for zones that are offsets. */
function useCountryOf(companyId: number): string | null {
  const { data: settings } = useGetEffectiveSettingsQuery(companyId);
  const { list: zones } = useTimeZones();
  return zones.find(({ time_zone }) => time_zone === settings?.time_zone.value)?.country_code ?? null;
}

/** The state of a stored contact; one that is being typed has not been asked yet. */
const ContactState = ({ person, contact }: { person: TypedPerson; contact: string }) => (
  <RecipientState {...useRecipient(person.storedContacts.includes(contact) ? contact : null, person.language)} />
);

let keys = 0;
const typedPerson = (person?: ResponsiblePeople['people'][number]): TypedPerson => ({
  key: ++keys,
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  language: person?.language ?? 'en',
  storedContacts: person ? [person.email, person.phone].filter((contact) => contact !== null) : [],
});
const toBody = ({ name, email, phone, language }: TypedPerson) => ({
  name: name.trim(),
  email: email.trim() || null,
  phone: phone.trim() || null,
  language,
});
type Options = { original: ResponsiblePeople; onDirty: (dirty: boolean) => void; onDone: () => void };
function usePeople({ original, onDirty, onDone }: Options) {
  const own = original.source_company_id === original.company_id;
  const [people, setPeople] = useState(() => (own ? original.people.map(typedPerson) : []));
  const [checked, setChecked] = useState(false);
  const [save, { error, isLoading }] = useSetResponsibleMutation();
  const change = (next: TypedPerson[]): void => {
    setPeople(next);
    onDirty(true);
  };
  const submit = async (): Promise<void> => {
    setChecked(true);
    const body = people.map(toBody);
    if (!body.every((person) => responsiblePersonSchema.safeParse(person).success)) return;
    const done = await save({ company_id: original.company_id, people: body });
    if (done.error === undefined) onDone();
  };
  const add = (): void => change([...people, typedPerson()]);
  return { own, people, checked, change, add, submit, isLoading, error };
}
