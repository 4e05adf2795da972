import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states/empty-state.tsx';

type Props = { filtered: boolean; onAdd: () => void; onReset: () => void };

/** The empty state: nothing is registered, or nothing matches the filters, each with its own action. */
export function NoDevices({ filtered, onAdd, onReset }: Props) {
  const { t } = useTranslation(['devices', 'ui']);
  return (
    <EmptyState
      icon={<IconDeviceSpeaker size={24} />}
      title={t('empty.title')}
      action={
        <Button mt="xs" variant="light" onClick={filtered ? onReset : onAdd}>
          {filtered ? t('ui:filters.reset') : t('form.addTitle')}
        </Button>
      }
    >
      {filtered ? t('empty.filtered') : t('empty.none')}
    </EmptyState>
  );
}
