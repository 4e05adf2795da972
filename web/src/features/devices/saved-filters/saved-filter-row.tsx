import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedFilter } from '@belfry/schemas/http/devices/saved-filters';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { FilterName } from './filter-name.tsx';
import { useChangeFilterMutation, useDeleteFilterMutation } from './saved-filters-api.ts';

type Props = { saved: SavedFilter; onApply: () => void };

/** One saved filter with its actions. */
export function SavedFilterRow({ saved: { id, name }, onApply }: Props) {
  const { t } = useTranslation('saved-filters');
  const messageOf = useErrorMessage();
  const [renaming, setRenaming] = useState(false);
  const [change, { error, isLoading }] = useChangeFilterMutation();
  const [remove, removal] = useDeleteFilterMutation();
  const rename = async (next: string): Promise<void> => {
    const { data } = await change({ id, change: { name: next } });
    if (data) setRenaming(false);
  };
  if (renaming) {
    return (
      <FilterName
        initial={name}
        error={error && messageOf(error, t('failed'))}
        busy={isLoading}
        onSubmit={(next) => void rename(next)}
        onCancel={() => setRenaming(false)}
      />
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        flex={1}
        miw={0}
        variant="subtle"
        size="compact-md"
        justify="flex-start"
        aria-label={t('apply', { name })}
        onClick={onApply}
      >
        {name}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={t('rename', { name })} onClick={() => setRenaming(true)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="error"
        aria-label={t('delete', { name })}
        loading={removal.isLoading}
        onClick={() => void remove(id)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
