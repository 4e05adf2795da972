import { Alert, Button, Group, Paper, Stack, Text, Badge } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { ANNOUNCEMENT_DELIVERY_STATES } from '@belfry/schemas/domain/announcements';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useReason, useReasonText } from '../../lib/reasons.ts';
import { NO_FILTERS, useLocalPage } from '../../lib/list-address.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { useTimes } from '../../lib/times.ts';
import { DeviceName } from '../../ui/devices/device-marks.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useMay } from '../teams/teams-api.ts';
import {
  announcementsApi,
  outcomeOf,
  useStopRunMutation,
  type Delivery,
  type RunDetails,
  type RunOutcome,
} from './announcements-api.ts';
import { RecordingButton, useRecordings } from './recording-button.tsx';
import classes from './announcements.module.css';
import { useRunTitle } from './use-run-title.ts';

const PAGE_SIZE = 50;

export function AnnouncementRunProgress({ runId }: { runId: string }) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(announcementsApi.endpoints.getAnnouncementRun, {
    at,
    size: PAGE_SIZE,
    ask: (asked) => ({ ...asked, runId }),
  });
  const run = list.answer;
  const places = (
    <RowList
      list={list}
      label={t('progress.places')}
      entry={classes.row}
      keyOf={({ serial }) => serial}
      waiting={<LineSkeletons count={4} height={28} />}
      failure={(error) => ({ message: messageOf(error) })}
      empty={null}
      showing={(range) => t('progress.showing', range)}
      pagesLabel={t('progress.pages')}
    >
      {(delivery) => <Place delivery={delivery} kind={run?.kind ?? 'say'} />}
    </RowList>
  );
  return run ? <Progress run={run}>{places}</Progress> : places;
}

function Progress({ run, children }: { run: RunDetails; children: ReactNode }) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const describe = useReasonText();
  const [stop, { error, isLoading }] = useStopRunMutation();
  const session = useSelector(selectSession);
  const isOwn = run.user_id !== null && run.user_id === session?.user_id;
  const stopsOthers = useMay('stop_others');
  const recordings = useRecordings();
  const titleOf = useRunTitle();
  const isActive = run.state === 'running' || run.state === 'rendering';
  return (
    <Paper withBorder p="md" component="section" aria-label={t('progress.label', { title: titleOf(run) })}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} className={classes.title}>
            {titleOf(run)}
          </Text>
          <Group gap="xs">
            <RecordingButton run={run} recordings={recordings} />
            <RunBadge run={run} />
            {isActive && (isOwn || stopsOthers) && (
              <Button
                size="compact-sm"
                variant="light"
                color="error"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                loading={isLoading}
                onClick={() => void stop(run.run_id)}
              >
                {t('stop')}
              </Button>
            )}
          </Group>
        </Group>
        <CountBadges counts={run.counts} kind={run.kind} />
        {run.error !== null && <Alert color="error">{describe(run.error)}</Alert>}
        {error !== undefined && (
          <Alert color="error" role="alert">
            {messageOf(error)}
          </Alert>
        )}
        {children}
      </Stack>
    </Paper>
  );
}

function Place({ delivery, kind }: { delivery: Delivery; kind: RunDetails['kind'] }) {
  const { t } = useTranslation('announcements');
  const { time } = useTimes();
  const reasonOf = useReason();
  const { serial, place, state, voice, started_at, rendered_by: other, fallback_reason = '' } = delivery;
  const describe = useReasonText();
  const figuresOf = useFiguresText();
  const spokenBy = other === undefined ? null : t('progress.spoken_by', { other, reason: describe(fallback_reason) });
  return (
    <>
      <DeviceName name={place} serial={serial} className={classes.place} />
      <span className={classes.detail}>
        {[
          voice,
          spokenBy,
          started_at && t('progress.started', { time: time(started_at) }),
          figuresOf(delivery.frames),
          reasonOf(delivery),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <DeliveryBadge state={state} kind={kind} />
    </>
  );
}

function useFiguresText(): (figures: Delivery['frames']) => string | null {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (figures) => {
    if (!figures) return null;
    const { frames, lost, latency_ms } = figures;
    const percent = formatPercent(frames + lost === 0 ? 0 : (100 * frames) / (frames + lost), locale);
    return latency_ms === null
      ? t('progress.heard', { percent })
      : t('progress.heard_after', { percent, ms: formatCount(latency_ms, locale) });
  };
}

const RUN_COLOURS: Record<RunOutcome, string> = {
  rendering: 'purple',
  running: 'purple',
  finished: 'success',
  failed: 'error',
  stopped: 'warning',
  unheard: 'error',
  silent: 'warning',
};
const DELIVERY_COLOURS: Record<Delivery['state'], string> = {
  waiting: 'purple',
  sent: 'purple',
  fetched: 'purple',
  started: 'purple',
  finished: 'success',
  interrupted: 'warning',
  skipped: 'warning',
  missed: 'warning',
  offline: 'warning',
  failed: 'error',
  expired: 'warning',
};

export function RunBadge({ run }: { run: Pick<AnnouncementRun, 'state' | 'counts'> }) {
  const { t } = useTranslation('announcements');
  const outcome = outcomeOf(run);
  return (
    <Badge variant="light" color={RUN_COLOURS[outcome]} tt="none">
      {t(`run.${outcome}`)}
    </Badge>
  );
}

/** @param kind of the run: a place of a scheduled run that waits has reported nothing */
export function DeliveryBadge({ state, kind }: { state: Delivery['state']; kind: AnnouncementRun['kind'] }) {
  const { t } = useTranslation('announcements');
  return (
    <Badge variant="light" color={DELIVERY_COLOURS[state]} tt="none">
      {t(labelOf(state, kind))}
    </Badge>
  );
}

const labelOf = (state: Delivery['state'], kind: AnnouncementRun['kind']) =>
  state === 'waiting' && kind === 'schedule' ? 'delivery.silent' : (`delivery.${state}` as const);

function CountBadges({ counts, kind }: Pick<AnnouncementRun, 'counts' | 'kind'>) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (
    <Group gap="xs">
      {ANNOUNCEMENT_DELIVERY_STATES.flatMap((state) => {
        const count = counts[state] ?? 0;
        return count === 0
          ? []
          : [
              <Badge key={state} variant="light" color={DELIVERY_COLOURS[state]} tt="none" className="tabular">
                {t(labelOf(state, kind))} {formatCount(count, locale)}
              </Badge>,
            ];
      })}
    </Group>
  );
}
