import { scheduleBodySchema } from '@belfry/schemas/http/schedules/schedules';
import { Button, Stack, Text, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { Section } from '../../../kit/detail/index.ts';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useReason } from '../../../lib/reasons.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { MomentField } from '../../../ui/fields/date-field.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { OnePlace } from '../../../kit/where/index.ts';
import { useGetHolidaysQuery } from '../../holidays/holidays-api.ts';
import { useTryDraftQuery, type ScheduleBody } from '../schedules-api.ts';
import { useLocalTimes } from '../../../lib/local-time.ts';
import { checkRule } from '../../../lib/repeat.ts';
import { bodyOf, type ScheduleValues } from '../schedule-values.ts';
import { usePlaceName, useScheduleOwner } from '../../places/index.ts';
import { Conflicts, DryRunResult } from '../event/dry-run.tsx';
import classes from './schedule-form.module.css';

const TYPING_MS = 400;

/** The library that expands rules is loaded with the form. */
const RunList = lazyPart({
  load: async () => (await import('./run-list.tsx')).RunList,
  Waiting: () => <LineSkeletons count={10} />,
});

/** The form as it was when typing paused, its next run as `RunPreview` finds it, and where it is tried. */
export function useRunPreview(values: ScheduleValues, scheduleId: number | null) {
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const [next, setNext] = useState<string | null>(null);
  const draft = scheduleBodySchema.safeParse(bodyOf(settled)).data ?? null;
  return { settled, next, setNext, draft, nodes: settled.targets.nodes ?? [], scheduleId };
}
type Preview = ReturnType<typeof useRunPreview>;

/** The next ten runs of the form as it is, and what they conflict with; see PLAN-4. */
export function RunPreview({ preview }: { preview: Preview }) {
  const { t } = useTranslation('schedule-form');
  const { settled, next, setNext, draft, nodes, scheduleId } = preview;
  const [trying, setTrying] = useState(false);
  const { data: calendars } = useGetHolidaysQuery(useScheduleOwner());
  const holidays = calendars?.find(({ id }) => id === settled.holiday_calendar_id);
  const { rrule, starts_at, exceptions, until_date } = settled;
  const drawable = starts_at !== '' && (rrule === null || checkRule(rrule) === null);
  const node = nodes[0] ?? null;
  return (
    <Section title={t('preview.title')}>
      <Stack gap="sm">
        {drawable && (
          <RunList
            recurrence={{ starts_at, rrule, exceptions, until_date }}
            holidays={holidays?.days.map(({ date }) => date) ?? NONE}
            onNext={setNext}
          />
        )}
        {draft && next !== null && node !== null && (
          <ConflictPreview draft={draft} scheduleId={scheduleId} nodes={nodes} at={next} />
        )}
        {node === null && (
          <Text size="sm" c="dimmed">
            {t('preview.needs_node')}
          </Text>
        )}
        <Button variant="light" disabled={draft === null} onClick={() => setTrying(true)}>
          {t('preview.try')}
        </Button>
      </Stack>
      {trying && draft && (
        <TryDialog
          draft={draft}
          scheduleId={scheduleId}
          node={node}
          at={next ?? starts_at}
          onClose={() => setTrying(false)}
        />
      )}
    </Section>
  );
}

const NONE: readonly string[] = [];

/** A summary of the form in one line: its next run, its places, and the conflicts of that run at the first of them. */
export function PreviewLine({ preview: { settled, next, draft, nodes, scheduleId } }: { preview: Preview }) {
  const { t } = useTranslation(['schedule-form', 'schedule']);
  const times = useLocalTimes();
  const { nodes: targets = [], groups = [], devices = [] } = settled.targets;
  const places = targets.length + groups.length + devices.length;
  const [node] = nodes;
  const { currentData } = useTryDraftQuery(
    draft === null || next === null || node === undefined
      ? skipToken
      : draftArgument({ draft, scheduleId, node, at: next }),
  );
  const conflicts = currentData?.conflicts.length;
  return (
    <Text size="sm" className={classes.line ?? ''} aria-live="polite">
      {next === null ? t('bar.never') : t('bar.next', { at: times.moment(next) })}
      {' · '}
      {places === 0 ? t('bar.no_places') : t('schedule:places', { count: places, places: String(places) })}
      {conflicts !== undefined && (
        <span data-conflicts={conflicts > 0 || undefined}>
          {' · '}
          {conflicts === 0 ? t('bar.no_conflicts') : t('bar.conflicts', { count: conflicts })}
        </span>
      )}
    </Text>
  );
}

type DraftAt = { draft: ScheduleBody; scheduleId: number | null; node: number; at: string };
/** Excludes the stored form of the edited schedule from the conflicts. */
const draftArgument = ({ draft, scheduleId, node, at }: DraftAt) => ({
  company_id: node,
  at,
  schedule: draft,
  ...(scheduleId !== null && { schedule_id: scheduleId }),
});

type TryDialogProps = {
  draft: ScheduleBody;
  scheduleId: number | null;
  node: number | null;
  at: string;
  onClose: () => void;
};

function TryDialog({ draft, scheduleId, node: first, at: begin, onClose }: TryDialogProps) {
  const { t } = useTranslation(['dry-run', 'common']);
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const [node, setNode] = useState(first);
  const [at, setAt] = useState(begin.slice(0, 16));
  const { data, error, isFetching, refetch } = useTryDraftQuery(
    node === null || at === '' ? skipToken : draftArgument({ draft, scheduleId, node, at }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('draft_title', { name: draft.name })}
      size="lg"
      fullScreen={mobile}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <OnePlace label={t('node')} hint={t('node_hint')} value={node} onChange={setNode} />
        <MomentField label={t('at')} description={t('at_hint')} value={at} onChange={setAt} />
        {error ? (
          <ErrorState message={errorText(error, t('failed'))} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data ? (
          <DryRunResult run={data} />
        ) : (
          isFetching && <LineSkeletons count={6} />
        )}
      </Stack>
    </Modal>
  );
}

/** Each check expands the schedules of a tree; further nodes are counted. */
const CHECKED = 6;
type Draft = { draft: ScheduleBody; scheduleId: number | null; at: string };
type ConflictPreviewProps = Draft & { nodes: readonly number[] };
/** Checks whether the unsaved schedule is heard at its next run at the chosen nodes, and its conflicts there. */
function ConflictPreview({ nodes, ...draft }: ConflictPreviewProps) {
  const { t } = useTranslation('schedule-form');
  const locale = useLocale();
  const hidden = nodes.length - CHECKED;
  return (
    <Stack gap="xs">
      {nodes.slice(0, CHECKED).map((node) => (
        <NodePreview key={node} node={node} isOnly={nodes.length === 1} {...draft} />
      ))}
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.unchecked', { count: hidden, nodes: formatCount(hidden, locale) })}
        </Text>
      )}
    </Stack>
  );
}

function NodePreview({ draft, scheduleId, node, isOnly, at }: Draft & { node: number; isOnly: boolean }) {
  const { t } = useTranslation('schedule-form');
  const errorText = useErrorMessage();
  const reasonOf = useReason();
  const { data, error } = useTryDraftQuery(at === '' ? skipToken : draftArgument({ draft, scheduleId, node, at }));
  const name = usePlaceName(isOnly ? 0 : node);
  const named = (text: string): string => (isOnly ? text : t('preview.at', { name, text }));
  if (error) {
    return (
      <Text component="output" size="sm" c="dimmed">
        {named(t('preview.failed', { reason: errorText(error) }))}
      </Text>
    );
  }
  if (!data) return null;
  const own = data.heard.find((each) => each.draft);
  return (
    <>
      {own && (
        <Text component="output" size="sm">
          {named(t(own.plays ? 'preview.plays' : 'preview.plays_not', { reason: reasonOf(own) }))}
        </Text>
      )}
      {(name === null || data.conflicts.length > 0) && <Conflicts run={data} />}
    </>
  );
}
