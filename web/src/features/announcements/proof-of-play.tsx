import { Alert, Button, Group, Stack, Anchor, Text } from '@mantine/core';
import { IconDownload, IconListCheck } from '@tabler/icons-react';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useZonedTimes, type Times, timesIn, useTimes } from '../../lib/times.ts';
import { useLocale } from '../../lib/i18n.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { useReason } from '../../lib/reasons.ts';
import { DeviceName, useClockText } from '../../ui/devices/device-marks.tsx';
import type { ListAddress } from '../../lib/list-address.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import {
  announcementsApi,
  useExportHeardMusicMutation,
  useExportProofMutation,
  type ProofRange,
  useGetProofDaysQuery,
} from './announcements-api.ts';
import { HeardMusic } from './heard-music.tsx';
import { rangeOf, useProofAddress, type ProofFilter } from './proof-address.ts';
import { ProofFilters } from './proof-filters.tsx';
import { DeliveryBadge } from './run-progress.tsx';
import classes from './announcements.module.css';
import { useRunTitle } from './use-run-title.ts';
import type { ProofDay, ProofCounts } from '@belfry/schemas/http/announcements/proof-of-play';
import { formatCount } from '../../lib/format.ts';

const PROOF_PAGE_SIZE = 50;
type ProofListProps = { at: ListAddress<ProofFilter>; range: ProofRange };
export function ProofOfPlay() {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const at = useProofAddress();
  const { filters: filter, change } = at;
  const { from, node, view, unheard } = filter;
  const owner = (administers && filter.owner) || undefined;
  const days = rangeOf(filter);
  const ofPlace = { ...(owner !== undefined && { user_id: owner }), ...(node !== null && { company_id: node }) };
  const all = days && { ...days, ...ofPlace };
  const isMusic = view === 'music';
  const range = all && { ...all, ...(unheard && !isMusic && { heard: 'false' as const }) };
  const Rows = ROWS[view];
  const [exportProof, proofExport] = useExportProofMutation();
  const [exportMusic, musicExport] = useExportHeardMusicMutation();
  const { error, isLoading } = isMusic ? musicExport : proofExport;
  const download = async (): Promise<void> => {
    if (!all || !range) return;
    const { data } = isMusic ? await exportMusic(all) : await exportProof(range);
    const name = `${isMusic ? 'music' : 'proof-of-play'}-${from}.csv`;
    if (data !== undefined) saveFile(name, new Blob([data], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <ProofFilters filter={filter} inOrder={range !== null} onChange={change} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isLoading}
          disabled={!range}
          onClick={() => void download()}
        >
          {t('proof.csv')}
        </Button>
      </Group>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {all && !isMusic && <ProofDays range={all} />}
      {range && <Rows at={at} range={range} />}
    </Stack>
  );
}

function ProofRuns({ at, range }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const zoned = useZonedTimes();
  const countsText = useCountsText();
  const titleOf = useRunTitle();
  const list = usePage(announcementsApi.endpoints.getProofRuns, {
    at,
    size: PROOF_PAGE_SIZE,
    ask: ({ page, page_size }) => ({ ...range, page, page_size }),
  });
  return (
    <RowList list={list} {...useProofFrame()} keyOf={({ run_id }) => run_id}>
      {({ run_id, title, kind, at: instant, time_zone, ...counts }) => (
        <>
          <span className={classes.place}>
            <Anchor component={Link} to={`/say?tab=history&run=${run_id}`} fw={600} inherit>
              {titleOf({ kind, title })}
            </Anchor>
          </span>
          <span className={classes.detail}>{[zoned(instant, time_zone), t(`kind.${kind}`)].join(' · ')}</span>
          <Text span size="sm" className="tabular" c={counts.heard < counts.expected ? 'error' : undefined}>
            {counts.not_heard === counts.expected && `${t('run.unheard')} · `}
            {countsText(counts)}
          </Text>
        </>
      )}
    </RowList>
  );
}

function ProofRows({ at, range }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  const times = useTimes();
  const zoned = useZonedTimes();
  const clockText = useClockText();
  const reasonOf = useReason();
  const timesAt = (zone: string | null): Times => (zone === null ? times : timesIn(locale, zone));
  const titleOf = useRunTitle();
  const list = usePage(announcementsApi.endpoints.getProof, {
    at,
    size: PROOF_PAGE_SIZE,
    ask: ({ page, page_size }) => ({ ...range, page, page_size }),
  });
  return (
    <RowList list={list} {...useProofFrame()} keyOf={({ run_id, serial }) => `${run_id} ${serial}`}>
      {({
        serial,
        place,
        title,
        kind,
        at: instant,
        time_zone,
        started_at,
        reported_at,
        clock_skew_ms,
        state,
        ...row
      }) => (
        <>
          <span className={classes.place}>
            <DeviceName name={place} serial={serial} /> {titleOf({ kind, title })}
          </span>
          <span className={classes.detail}>
            {[
              zoned(instant, time_zone),
              t(`kind.${kind}`),
              reasonOf(row),
              clockText(clock_skew_ms),
              // Only schedules begin together at several places.
              kind === 'schedule' &&
                started_at !== null &&
                t('proof.began', { time: timesAt(time_zone).exact(started_at) }),
              reported_at !== null && t('proof.reported', { time: timesAt(time_zone).moment(reported_at) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <DeliveryBadge state={state} kind={kind} />
        </>
      )}
    </RowList>
  );
}

const ROWS = { places: ProofRows, runs: ProofRuns, music: HeardMusic };

function useProofFrame() {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  return {
    label: t('tabs.proof'),
    entry: classes.row,
    waiting: <LineSkeletons count={6} height={36} />,
    failure: (error: unknown) => ({ message: messageOf(error) }),
    empty: (
      <EmptyState icon={<IconListCheck size={24} />} title={t('proof.empty')}>
        {t('proof.empty_text')}
      </EmptyState>
    ),
    showing: (shown: { from: string; to: string; total: string; count: number }) => t('proof.showing', shown),
  };
}

const PARTS = ['heard', 'not_heard', 'silent'] as const;

/** How much of each day was heard, as a bar, with the sum of all days. */
function ProofDays({ range }: { range: ProofRange }) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  const countsText = useCountsText();
  const { data } = useGetProofDaysQuery(range);
  if (!data || data.length === 0) return null;
  const dayOf = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const most = Math.max(...data.map(({ expected }) => expected));
  return (
    <figure className={classes.figure} aria-label={t('proof.days')}>
      <figcaption className={classes.total}>{countsText(sumOf(data))}</figcaption>
      <ul className={classes.days}>
        {data.map(({ day, ...counts }) => {
          const text = `${dayOf.format(new Date(day))}: ${countsText(counts)}`;
          return (
            <li key={day} className={classes.day} title={text}>
              <span className={classes.text}>{text}</span>
              <span aria-hidden className={classes.bar} style={{ height: `${(counts.expected / most) * 100}%` }}>
                {PARTS.map((part) => (
                  <span key={part} className={classes[part]} style={{ flexGrow: counts[part] }} />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

const sumOf = (days: readonly ProofDay[]): Omit<ProofDay, 'day'> =>
  days.reduce(
    (sum, { expected, heard, not_heard, silent }) => ({
      expected: sum.expected + expected,
      heard: sum.heard + heard,
      not_heard: sum.not_heard + not_heard,
      silent: sum.silent + silent,
    }),
    { expected: 0, heard: 0, not_heard: 0, silent: 0 },
  );

const KINDS = ['expected', 'heard', 'not_heard', 'silent'] as const;

/** Writes counts as "expected 60, heard 58, nothing reported 2"; what is 0 is left out, except the first two. */
function useCountsText(): (counts: ProofCounts) => string {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (counts) =>
    KINDS.filter((kind, index) => index < 2 || counts[kind] > 0)
      .map((kind) => t(`proof.counts.${kind}`, { formatted: formatCount(counts[kind], locale) }))
      .join(', ');
}
