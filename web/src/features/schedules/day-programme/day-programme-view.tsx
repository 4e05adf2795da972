import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { Stack, Text, UnstyledButton, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useGetCompanyInfoQuery } from '../../companies/companies-api.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useSaveDayProgrammeMutation, type DayWindow } from '../schedules-api.ts';
import { NEW_WINDOW, sortedWindows, shareOf, WindowDialog, useIsGone, useWindowName } from './window-dialog.tsx';
import { useLocalTimes } from '../../../lib/local-time.ts';
import classes from './day-programme.module.css';

type WeekProps = {
  windows: readonly DayWindow[];
  /** Opens the window at this index; null for who may not change it. */
  onOpen: ((window: DayWindow, at: number) => void) | null;
};

/** The windows of a node or those that it inherits, and how to change them. The first change copies inherited ones. */
export function DayProgrammeView({ programme }: { programme: DayProgramme }) {
  const { t } = useTranslation('day-programme');
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const [save] = useSaveDayProgrammeMutation();
  const [edited, setEdited] = useState<{ window: DayWindow; at: number | null } | null>(null);
  const [reverting, setReverting] = useState(false);
  const { company_id, source_company_id } = programme;
  const windows = sortedWindows(programme.windows);
  const own = source_company_id === company_id;
  const Week = mobile ? WindowList : WeekGrid;
  const edits = useMay('edit_day_programmes');

  /** Resolves to the reason of a refusal, or null. */
  async function send(next: DayWindow[], done: string): Promise<string | null> {
    const { error } = await save({ id: company_id, windows: next });
    if (error) return errorText(error, t('save_failed'));
    toast('success', done);
    return null;
  }
  async function revert(): Promise<void> {
    const refused = await send([], t('reverted'));
    if (refused !== null) toast('error', refused);
  }
  return (
    <Stack gap="md">
      <ProgrammeHeader
        own={own}
        source={source_company_id}
        edits={edits}
        onAdd={() => setEdited({ window: NEW_WINDOW, at: null })}
        onRevert={() => setReverting(true)}
      />
      {windows.length > 0 && (
        <Week windows={windows} onOpen={edits ? (window, at) => setEdited({ window, at }) : null} />
      )}
      {edited && (
        <WindowDialog
          initial={edited.window}
          others={windows.filter((_window, at) => at !== edited.at)}
          exists={edited.at !== null}
          onSave={(next) => send(next, t('saved'))}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        opened={reverting}
        title={t('revert_title')}
        confirmLabel={t('revert')}
        tone="warning"
        onConfirm={revert}
        onClose={() => setReverting(false)}
      >
        {t('revert_text')}
      </ConfirmDialog>
    </Stack>
  );
}

function WindowList({ windows, onOpen }: WeekProps) {
  const { t } = useTranslation('day-programme');
  const times = useLocalTimes();
  const nameOf = useWindowName();
  return (
    <ul className={classes.list} aria-label={t('grid')}>
      {windows.map((window, at) => (
        // A window has no identity but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <UnstyledButton className={classes.row ?? ''} disabled={!onOpen} onClick={() => onOpen?.(window, at)}>
            <Text span size="sm" fw={600} display="block">
              {nameOf(window)}
            </Text>
            <Text span size="sm" c="dimmed" className="tabular">
              {window.days.map((day) => times.weekday(day)).join(', ')} · {window.from} – {window.to}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

type Props = {
  own: boolean;
  source: number | null;
  edits: boolean;
  onAdd: () => void;
  onRevert: () => void;
};

function ProgrammeHeader({ own, source, edits, onAdd, onRevert }: Props) {
  const { t } = useTranslation('day-programme');
  return (
    <Group justify="space-between" gap="sm">
      <Origin own={own} source={source} />
      <Group gap="xs">
        {edits && own && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onRevert}>
            {t('revert')}
          </Button>
        )}
        {edits && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            {t('add')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function Origin({ own, source }: { own: boolean; source: number | null }) {
  const { t } = useTranslation('day-programme');
  const { data } = useGetCompanyInfoQuery(own || source === null ? skipToken : source);
  const text = own ? t('own') : source === null ? t('nothing') : t('inherited', { name: data?.name ?? `#${source}` });
  return (
    <Text size="sm" maw={560}>
      {text}
    </Text>
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
/** White text is readable on each; red is for what is gone. */
const FILLS = ['company', 'element', 'purple', 'device', 'warning'];

/** The days of a week as columns: those that follow each other with the same windows are one. */
export function columnsOf(windows: readonly DayWindow[]): { from: number; to: number; windows: number[] }[] {
  const columns: { from: number; to: number; windows: number[] }[] = [];
  for (const day of DAYS) {
    const all = windows.flatMap(({ days }, at) => (days.includes(day) ? [at] : []));
    const before = columns.at(-1);
    if (before && before.windows.join() === all.join()) before.to = day;
    else columns.push({ from: day, to: day, windows: all });
  }
  return columns;
}

function useWindowColour(windows: readonly DayWindow[]): (window: DayWindow) => string {
  const isGone = useIsGone();
  const keyOf = ({ playlist_id, station_id }: DayWindow): string => `${playlist_id} ${station_id}`;
  const keys = [...new Set(windows.map(keyOf))];
  return (window) => {
    const colour = isGone(window) ? 'error' : FILLS[keys.indexOf(keyOf(window)) % FILLS.length];
    return `var(--mantine-color-${colour}-filled)`;
  };
}

function WeekGrid({ windows, onOpen }: WeekProps) {
  const { t } = useTranslation('day-programme');
  const times = useLocalTimes();
  const nameOf = useWindowName();
  const colourOf = useWindowColour(windows);
  const columns = columnsOf(windows);
  const share = columns.map(({ from, to }) => `minmax(0, ${to - from + 1}fr)`).join(' ');
  const daysOf = (from: number, to: number, style: 'short' | 'long'): string =>
    [from, ...(to > from ? [to] : [])].map((day) => times.weekday(day, style)).join(' – ');
  return (
    <section className={classes.grid} aria-label={t('grid')} style={{ gridTemplateColumns: `76px ${share}` }}>
      <div className={classes.hours} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ insetBlockStart: `${(hour / 24) * 100}%` }}>
            {times.time(`2026-01-01T${String(hour).padStart(2, '0')}:00`)}
          </span>
        ))}
      </div>
      {columns.map(({ from, to, windows: indexes }) => (
        <div key={from} className={classes.day}>
          <h2 className={classes.head}>{daysOf(from, to, to - from > 1 ? 'long' : 'short')}</h2>
          <ul className={classes.column} aria-label={daysOf(from, to, 'long')}>
            {windows.map((window, at) =>
              indexes.includes(at) ? (
                <li
                  // A window has no identity but its place.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={at}
                  className={classes.block}
                  style={{
                    insetBlockStart: `${shareOf(window.from) * 100}%`,
                    blockSize: `${(shareOf(window.to) - shareOf(window.from)) * 100}%`,
                  }}
                >
                  <UnstyledButton
                    className={classes.window ?? ''}
                    style={{ background: colourOf(window) }}
                    disabled={!onOpen}
                    onClick={() => onOpen?.(window, at)}
                  >
                    <span className={classes.name}>{nameOf(window)}</span>
                    <span className="tabular">
                      {window.from} – {window.to}
                    </span>
                  </UnstyledButton>
                </li>
              ) : null,
            )}
          </ul>
        </div>
      ))}
    </section>
  );
}
