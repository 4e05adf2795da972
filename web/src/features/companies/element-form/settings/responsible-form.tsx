import { RESPONSIBLE_PEOPLE_MAX, type ResponsiblePeople } from '@belfry/schemas/http/companies/responsible-people';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { useGetResponsibleQuery } from './places-api.ts';
import { PersonFields } from './person-fields.tsx';
import { usePeople } from './use-people.ts';

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

function PeopleEditor({ stored, onCancel, onDirty, onDone }: Omit<Props, 'companyId'> & { stored: ResponsiblePeople }) {
  const { t } = useTranslation('places');
  const errorText = useErrorMessage();
  const { own, people, checked, change, add, submit, isLoading, error } = usePeople({ stored, onDirty, onDone });
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
