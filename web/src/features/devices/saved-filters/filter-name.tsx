import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAVED_FILTER_NAME_MAX } from '@belfry/schemas/http/devices/saved-filters';

type Props = {
  initial: string;
  error: string | undefined;
  busy: boolean;
  onSubmit: (name: string) => void;
  onCancel: () => void;
};

/** The name of saved filters. */
export function FilterName({ initial, error, busy, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('saved-filters');
  const [name, setName] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSubmit(name.trim());
      }}
    >
      <TextInput
        label={t('name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={SAVED_FILTER_NAME_MAX}
        error={error}
        data-autofocus
      />
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="compact-sm" loading={busy} disabled={name.trim() === ''}>
          {t('ok')}
        </Button>
      </Group>
    </form>
  );
}
