import { Paper, Stack, Text } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { usePlaces } from '../../use-places.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { NodeSelect } from '../../../../ui/targets/node-select.tsx';
import { useGetDayProgrammeQuery } from '../../api/day-programme-api.ts';
import { idOf, useScheduleAddress } from '../../schedule-address.ts';
import { DayProgrammeView } from './day-programme-view.tsx';

/** The music of the day of one node, which the address names; see PLAN-7. */
export function DayPanel() {
  const { t } = useTranslation('day-programme');
  const places = usePlaces();
  const { address, go } = useScheduleAddress();
  const node = idOf(address, 'node');
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <div style={{ maxWidth: 480 }}>
        <NodeSelect
          places={places}
          label={t('node')}
          placeholder={t('choose')}
          value={node}
          onChange={(id) => go({ node: id })}
        />
      </div>
      <Content node={node} />
    </Stack>
  );
}

function Content({ node }: { node: number | null }) {
  const { t } = useTranslation('day-programme');
  const errorText = useErrorMessage();
  const { currentData, error, refetch, isFetching } = useGetDayProgrammeQuery(node ?? skipToken);
  if (node === null) {
    return (
      <Paper withBorder>
        <EmptyState icon={<IconPlaylist size={24} />} title={t('choose')} />
      </Paper>
    );
  }
  if (!currentData && error) {
    const message = errorText(error, t('load_failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return currentData ? <DayProgrammeView programme={currentData} /> : <LineSkeletons count={10} height={40} />;
}
