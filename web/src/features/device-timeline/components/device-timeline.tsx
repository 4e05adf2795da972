import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useTimes } from '../../../lib/format/times.ts';
import { ListFrame } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetTimelineInfiniteQuery } from '../timeline-api.ts';
import { useTimelineAddress } from '../use-timeline-address.ts';
import { TimelineDays } from './timeline-days.tsx';
import { TypeFilter } from './type-filter.tsx';

/** What happened to a device, live, by day; see DEV-60. Types and entry are part of the address. */
export function DeviceTimeline({ serial }: { serial: Serial }) {
  const { t } = useTranslation('device-timeline');
  const times = useTimes();
  const { types, entry, showTypes, clearEntry, linkTo } = useTimelineAddress();
  // A link that is followed from elsewhere begins with its entry; one that is followed here only highlights it.
  const [start, setStart] = useState(entry);
  const query = useGetTimelineInfiniteQuery({ serial, types, start });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const list = wholeList(query, data && entries);
  const showNewest = (): void => {
    setStart(null);
    clearEntry();
  };
  const older = (
    <Group justify="center">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('older')}
      </Button>
    </Group>
  );
  return (
    <Stack gap="md">
      <TypeFilter types={types} onChange={showTypes} />
      {start !== null && (
        <Alert color="company" py="xs">
          <Group justify="space-between" gap="xs">
            {entries[0] ? t('startsAt', { at: times.moment(entries[0].at) }) : t('startsEarlier')}
            <Button size="compact-sm" variant="light" onClick={showNewest}>
              {t('newest')}
            </Button>
          </Group>
        </Alert>
      )}
      <ListFrame
        list={list}
        waiting={<LineSkeletons count={8} height={40} />}
        failure={() => ({ message: t('error') })}
        filtered={types.length > 0}
        empty={<NoEntries text={t('empty.text')} />}
        noneFound={<NoEntries text={t('empty.filtered')} />}
      >
        {(rows) => <TimelineDays entries={rows} entry={entry} linkTo={linkTo} />}
      </ListFrame>
      {list.rows && hasNextPage && older}
    </Stack>
  );
}

function NoEntries({ text }: { text: string }) {
  const { t } = useTranslation('device-timeline');
  return (
    <EmptyState icon={<IconTimeline size={24} />} title={t('empty.title')}>
      {text}
    </EmptyState>
  );
}
