import { SAVED_FILTER_NAME_MAX, savedFiltersHttp, type SavedFilter } from '@belfry/schemas/http/fleet/saved-filters';
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { countFilters, DEFAULT_FILTERS, filtersSchema, type DeviceFilters } from './device-filter-values.ts';

const savedFiltersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSavedFilters: build.query({ ...call(savedFiltersHttp.list), providesTags: ['SavedFilter'] }),
    saveFilter: build.mutation({ ...call(savedFiltersHttp.save), invalidatesTags: ['SavedFilter'] }),
    changeFilter: build.mutation({ ...call(savedFiltersHttp.change), invalidatesTags: ['SavedFilter'] }),
    deleteFilter: build.mutation({ ...call(savedFiltersHttp.remove), invalidatesTags: ['SavedFilter'] }),
  }),
});
const { useGetSavedFiltersQuery, useSaveFilterMutation, useChangeFilterMutation, useDeleteFilterMutation } =
  savedFiltersApi;

type Props = { className: string; filters: DeviceFilters; onApply: (filters: Partial<DeviceFilters>) => void };

/** The saved filters of the user: apply, save, rename and delete; see DEV-52. */
export function SavedFilters({ className, filters, onApply }: Props) {
  const { t } = useTranslation('saved-filters');
  const messageOf = useErrorMessage();
  const [opened, setOpened] = useState(false);
  const [naming, setNaming] = useState(false);
  const query = useGetSavedFiltersQuery(undefined, { skip: !opened });
  const [save, saving] = useSaveFilterMutation();
  const savable = countFilters(filters) > 0;
  const apply = (saved: Record<string, string>): void => {
    const { page_size: _size, sort: _sort, ...fields } = filtersSchema.parse(saved);
    onApply(fields);
    setOpened(false);
  };
  const submit = async (name: string): Promise<void> => {
    const { data: saved } = await save({ name, filters: setOnes(filters) });
    if (saved) setNaming(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className={className}
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('button')}>
        <Stack gap="xs">
          <RowList
            list={wholeList(query, query.data)}
            label={t('button')}
            keyOf={({ id }) => id}
            waiting={null}
            renderFailure={(error) => <Text c="error">{messageOf(error, t('load'))}</Text>}
            empty={
              <Text size="sm" c="dimmed">
                {t('none')}
              </Text>
            }
          >
            {(saved) => <SavedFilterRow saved={saved} onApply={() => apply(saved.filters)} />}
          </RowList>
          {naming ? (
            <FilterName
              initial=""
              error={saving.error && messageOf(saving.error, t('failed'))}
              busy={saving.isLoading}
              onSubmit={(name) => void submit(name)}
              onCancel={() => setNaming(false)}
            />
          ) : (
            <Button
              variant="light"
              size="compact-sm"
              leftSection={<IconBookmarkPlus size={16} aria-hidden />}
              disabled={!savable}
              onClick={() => setNaming(true)}
            >
              {t(savable ? 'save' : 'nothing')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type RowProps = { saved: SavedFilter; onApply: () => void };

function SavedFilterRow({ saved: { id, name }, onApply }: RowProps) {
  const { t } = useTranslation('saved-filters');
  const messageOf = useErrorMessage();
  const [renaming, setRenaming] = useState(false);
  const [change, { error, isLoading }] = useChangeFilterMutation();
  const [remove, removal] = useDeleteFilterMutation();
  const rename = async (next: string): Promise<void> => {
    const { data } = await change({ id, name: next });
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
        onClick={() => void remove({ id })}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

type NameProps = {
  initial: string;
  error: string | undefined;
  busy: boolean;
  onSubmit: (name: string) => void;
  onCancel: () => void;
};

function FilterName({ initial, error, busy, onSubmit, onCancel }: NameProps) {
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

/** Only filters that are set are saved; page size and order are none. */
const setOnes = ({ page_size: _size, sort: _sort, ...filters }: DeviceFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== DEFAULT_FILTERS[name as 'q']));
