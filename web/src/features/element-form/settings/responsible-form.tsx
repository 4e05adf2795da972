import {
  RESPONSIBLE_PEOPLE_MAX,
  responsiblePersonSchema,
  type ResponsiblePeople,
} from '@belfry/schemas/http/companies/responsible-people';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useGetResponsibleQuery, useSetResponsibleMutation } from './places-api.ts';
import { PersonFields, type TypedPerson } from './person-fields.tsx';

type Props = { companyId: number; onCancel: () => void; onDirty: (dirty: boolean) => void; onDone: () => void };

/** The people of a node; without own ones, those that it inherits are named. */
export function ResponsibleForm({ companyId, ...rest }: Props) {
  const { t } = useTranslation('places');
  const errorText = useErrorMessage();
  const { currentData, error, isFetching, refetch } = useGetResponsibleQuery(companyId, {
    refetchOnMountOrArgChange: true,
  });
  // Read once: a later refetch does not change what is being typed.
  const [stored, setStored] = useState<ResponsiblePeople | null>(null);
  if (stored === null && currentData && !isFetching) setStored(currentData);
  if (stored !== null) return <PeopleEditor stored={stored} {...rest} />;
  if (error === undefined) return <Skeleton height={180} />;
  return (
    <ErrorState message={errorText(error, t('people.error'))} onRetry={() => void refetch()} retrying={isFetching} />
  );
}

let keys = 0;
const typedPerson = (person?: ResponsiblePeople['people'][number]): TypedPerson => ({
  key: ++keys,
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  language: person?.language ?? 'en',
});
const toBody = ({ name, email, phone, language }: TypedPerson) => ({
  name: name.trim(),
  email: email.trim() || null,
  phone: phone.trim() || null,
  language,
});

function PeopleEditor({ stored, onCancel, onDirty, onDone }: Omit<Props, 'companyId'> & { stored: ResponsiblePeople }) {
  const { t } = useTranslation('places');
  const errorText = useErrorMessage();
  const own = stored.source_company_id === stored.company_id;
  const [people, setPeople] = useState(() => (own ? stored.people.map(typedPerson) : []));
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
    const done = await save({ company_id: stored.company_id, people: body });
    if (done.error === undefined) onDone();
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('people.text')}
      </Text>
      {people.length === 0 && (
        <Text size="sm">
          {own || stored.source_name === null
            ? t('people.none')
            : t('people.inherited', {
                name: stored.source_name,
                list: stored.people.map(({ name }) => name).join(', '),
              })}
        </Text>
      )}
      {people.map((person, index) => (
        <PersonFields
          key={person.key}
          number={index + 1}
          person={person}
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
          onClick={() => change([...people, typedPerson()])}
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
