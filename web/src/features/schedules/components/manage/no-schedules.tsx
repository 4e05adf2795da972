import { Button, Paper } from '@mantine/core';
import { IconCalendarPlus, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { useScheduleAddress } from '../../schedule-address.ts';

/** What schedules are, with the button that begins the first one. */
export function NoSchedules() {
  const { t } = useTranslation('schedule');
  const { go } = useScheduleAddress();
  return (
    <Paper withBorder>
      <EmptyState
        icon={<IconListCheck size={24} />}
        title={t('overview.empty')}
        action={
          <Button
            mt="xs"
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={() => go({ tab: 'create' })}
          >
            {t('create')}
          </Button>
        }
      >
        {t('overview.empty_text')}
      </EmptyState>
    </Paper>
  );
}
