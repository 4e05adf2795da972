import { Drawer, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { NO_FILTERS, setParameter, useListAddress } from '../../lib/list-address.ts';
import { useAddress } from '../../lib/address.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { announcementsApi, heardOf } from './announcements-api.ts';
import { RecordingButton, useRecordings } from './recording-button.tsx';
import { AnnouncementRunProgress, RunBadge } from './run-progress.tsx';
import classes from './announcements.module.css';
import { useRunTitle } from './use-run-title.ts';

const PAGE_SIZE = 20;

export function RunHistory() {
  const { t } = useTranslation(['announcements', 'common']);
  const messageOf = useErrorMessage();
  const mobile = useMobile();
  const [address, setAddress] = useAddress();
  const at = useListAddress(NO_FILTERS);
  const list = usePage(announcementsApi.endpoints.getAnnouncementRuns, { at, size: PAGE_SIZE, ask: (asked) => asked });
  const runId = address.get('run');
  const recordings = useRecordings();
  const show = (id: string | null): void =>
    setAddress((now) => setParameter(now, 'run', id), { preventScrollReset: true });
  return (
    <Stack gap="sm">
      <RowList
        list={list}
        label={t('tabs.history')}
        variant="cards"
        keyOf={({ run_id }) => run_id}
        waiting={<LineSkeletons count={6} height={52} />}
        failure={(error) => ({ message: messageOf(error) })}
        empty={
          <EmptyState icon={<IconSpeakerphone size={24} />} title={t('history.empty')}>
            {t('history.empty_text')}
          </EmptyState>
        }
        showing={(range) => t('history.showing', range)}
      >
        {(run) => <RunRow run={run} recordings={recordings} onOpen={() => show(run.run_id)} />}
      </RowList>
      <Drawer
        opened={runId !== null}
        onClose={() => show(null)}
        position="right"
        size={mobile ? '100%' : 640}
        title={t('history.details')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {runId !== null && <AnnouncementRunProgress key={runId} runId={runId} />}
      </Drawer>
    </Stack>
  );
}

type RowProps = { run: AnnouncementRun; recordings: ReturnType<typeof useRecordings>; onOpen: () => void };

function RunRow({ run, recordings, onOpen }: RowProps) {
  const { t } = useTranslation('announcements');
  const { moment } = useTimes();
  const titleOf = useRunTitle();
  return (
    <Paper withBorder className={classes.runRow ?? ''}>
      <UnstyledButton className={classes.run} onClick={onOpen}>
        <span className={classes.runText}>
          <Text fw={600} component="span" className={classes.runTitle}>
            {titleOf(run)}
          </Text>
          <Text size="sm" c="dimmed" component="span">
            {[run.kind !== 'page' && t(`kind.${run.kind}`), moment(run.created_at), run.user_email]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </span>
        <Heard run={run} />
        <RunBadge run={run} />
      </UnstyledButton>
      <RecordingButton run={run} recordings={recordings} />
    </Paper>
  );
}

function Heard({ run }: { run: AnnouncementRun }) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  const { devices } = run;
  const heard = heardOf(run);
  return (
    <Text size="sm" component="span" className="tabular" c={heard < devices ? 'warning' : 'success'}>
      {t('history.heard', {
        count: devices,
        heard: formatCount(heard, locale),
        formatted: formatCount(devices, locale),
      })}
    </Text>
  );
}
