import { Button, Popover, Stack, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { countFilters, DEFAULT_FILTERS, filtersSchema, type DeviceFilters } from '../filters/device-filter-values.ts';
import { FilterName } from './filter-name.tsx';
import { SavedFilterRow } from './saved-filter-row.tsx';
import { useGetSavedFiltersQuery, useSaveFilterMutation } from './saved-filters-api.ts';

type Props = { className: string; filters: DeviceFilters; onApply: (filters: Partial<DeviceFilters>) => void };

/** Only filters that are set are saved; page size and order are none. */
const setOnes = ({ page_size: _size, sort: _sort, ...filters }: DeviceFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== DEFAULT_FILTERS[name as 'q']));

/** The saved filters of the user: apply, save, rename and delete; see DEV-52. */
export function SavedFilters({ className, filters, onApply }: Props) {
  const { t } = useTranslation('saved-filters');
  const messageOf = useErrorMessage();
  const [opened, setOpened] = useState(false);
  const [naming, setNaming] = useState(false);
  const { data, error } = useGetSavedFiltersQuery(undefined, { skip: !opened });
  const [save, saving] = useSaveFilterMutation();
  const savable = countFilters(filters) > 0;
  const apply = (saved: Record<string, string>): void => {
    const { page_size: _size, sort: _sort, ...chosen } = filtersSchema.parse(saved);
    onApply(chosen);
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
          {error !== undefined && <Text c="error">{messageOf(error, t('load'))}</Text>}
          {data?.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('none')}
            </Text>
          )}
          {data?.map((saved) => (
            <SavedFilterRow key={saved.id} saved={saved} onApply={() => apply(saved.filters)} />
          ))}
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
