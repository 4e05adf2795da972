import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../lib/i18n.ts';
import { DEVICE_COLUMNS } from '../device-columns.tsx';
import { TABLE_COLUMNS, type TableColumn } from './device-view.ts';

type Props = { columns: readonly TableColumn[]; onChange: (columns: TableColumn[]) => void };

/** Chooses the columns of the table. */
export function ColumnsMenu({ columns, onChange }: Props) {
  const { t } = useTranslation('device-views');
  const locale = useLocale();
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap="xs">
          {TABLE_COLUMNS.map((id) => (
            <Checkbox
              key={id}
              label={DEVICE_COLUMNS[id].label[locale]}
              checked={columns.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(TABLE_COLUMNS.filter((each) => (each === id ? currentTarget.checked : columns.includes(each))))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
