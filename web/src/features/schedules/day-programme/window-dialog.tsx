import { Alert, Button, Stack, SegmentedControl, SimpleGrid, Slider } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatVolume } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import type { DayWindow } from '../schedules-api.ts';
import { WeekdayChips } from '../../../ui/fields/weekday-chips.tsx';
import { ContentField } from '../form/action-fields.tsx';
import { useContents } from '../../places/index.ts';
import { TimeField } from '../../../ui/fields/time-field.tsx';

type Props = {
  initial: DayWindow;
  others: readonly DayWindow[];
  exists: boolean;
  /** Sends all windows; resolves to the reason of a refusal, or null. */
  onSave: (windows: DayWindow[]) => Promise<string | null>;
  onClose: () => void;
};

export function WindowDialog({ initial, others, exists, onSave, onClose }: Props) {
  const { t } = useTranslation('day-programme');
  const nameOf = useWindowName();
  const [window, setWindow] = useState(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (fields: Partial<DayWindow>): void => {
    setFailure(null);
    setWindow((before) => ({ ...before, ...fields }));
  };

  async function send(windows: DayWindow[]): Promise<void> {
    setBusy(true);
    const refused = await onSave(windows);
    setBusy(false);
    if (refused === null) onClose();
    else setFailure(refused);
  }
  function submit(): void {
    const problem = problemOf(window);
    if (problem) return setFailure(t(`required.${problem}`));
    const other = overlapOf(window, others);
    if (other) return setFailure(t('overlap', { name: nameOf(other), from: other.from, to: other.to }));
    void send([...others, window]);
  }
  return (
    <FormDialog title={t('edit_title')} onClose={onClose}>
      {({ onCancel }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="sm">
            <WindowFields window={window} onChange={change} />
            {failure !== null && (
              <Alert color="error" py="xs" role="alert">
                {failure}
              </Alert>
            )}
            <FormButtons submitLabel={t('save')} submitting={busy} onCancel={onCancel}>
              {exists && (
                <Button variant="subtle" color="error" mr="auto" disabled={busy} onClick={() => void send([...others])}>
                  {t('remove')}
                </Button>
              )}
            </FormButtons>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

const DAY_MINUTES = 1_440;

/** `07:30` → 450; `24:00` → 1440 */
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Where a time is in a day, from 0 to 1. */
export const shareOf = (time: string): number => minutesOf(time) / DAY_MINUTES;

/** The field of a time has no 24:00, so that midnight as an end is that of the day. */
export const endOfField = (time: string): string => (time === '00:00' ? '24:00' : time);
export const fieldOfEnd = (time: string): string => (time === '24:00' ? '00:00' : time);

/** The first other window that is on at the same time on one of its days; null: none. */
export function overlapOf(window: DayWindow, others: readonly DayWindow[]): DayWindow | null {
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  return (
    others.find(
      (other) =>
        other.days.some((day) => window.days.includes(day)) && minutesOf(other.from) < to && from < minutesOf(other.to),
    ) ?? null
  );
}

/** The problem of an incomplete window, as a key of the texts. */
export function problemOf({ days, from, to, playlist_id, station_id }: DayWindow) {
  if (days.length === 0) return 'days';
  if (from === '' || to === '' || minutesOf(from) >= minutesOf(to)) return 'times';
  return playlist_id === null && station_id === null ? 'content' : null;
}

export const NEW_WINDOW: DayWindow = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '18:00',
  playlist_id: null,
  station_id: null,
  volume: null,
};

/** By their start, then by their first day. */
export const sortedWindows = (windows: readonly DayWindow[]): DayWindow[] =>
  windows.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from) || Math.min(...a.days) - Math.min(...b.days));

export function useWindowName(): (window: DayWindow) => string {
  const { t } = useTranslation('day-programme');
  const playlists = useContents('playlist');
  const stations = useContents('station');
  return ({ playlist_id, station_id }) => {
    const { data, isLoading } = playlist_id === null ? stations : playlists;
    const item = data?.find(({ id }) => id === (playlist_id ?? station_id));
    return item?.name ?? (isLoading ? '…' : t('gone'));
  };
}

export function useIsGone(): (window: DayWindow) => boolean {
  const [playlists, stations] = [useContents('playlist').data, useContents('station').data];
  return ({ playlist_id, station_id }) => {
    const items = playlist_id === null ? stations : playlists;
    return items !== undefined && !items.some(({ id }) => id === (playlist_id ?? station_id));
  };
}

type WindowFieldsProps = { window: DayWindow; onChange: (fields: Partial<DayWindow>) => void };
type Kind = 'playlist' | 'station';
const VOLUME_DEFAULT = 50;

function WindowFields({ window, onChange: change }: WindowFieldsProps) {
  const { t } = useTranslation('day-programme');
  const locale = useLocale();
  const [kind, setKind] = useState<Kind>(window.station_id === null ? 'playlist' : 'station');
  return (
    <>
      <WeekdayChips label={t('days')} days={window.days} onChange={(days) => change({ days })} />
      <SimpleGrid cols={2} spacing="sm">
        <TimeField label={t('from')} value={window.from} onChange={(from) => change({ from })} />
        <TimeField
          label={t('to')}
          description={t('to_hint')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={fieldOfEnd(window.to)}
          onChange={(to) => change({ to: endOfField(to) })}
        />
      </SimpleGrid>
      <SegmentedControl
        aria-label={t('plays')}
        data={[
          { value: 'playlist', label: t('playlist') },
          { value: 'station', label: t('station') },
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next);
          change({ playlist_id: null, station_id: null });
        }}
      />
      <ContentField
        key={kind}
        type={kind}
        value={kind === 'playlist' ? window.playlist_id : window.station_id}
        onChange={(id) => change(kind === 'playlist' ? { playlist_id: id } : { station_id: id })}
      />
      <SwitchRow
        label={t('own_volume')}
        description={t('own_volume_hint')}
        checked={window.volume !== null}
        onChange={(own) => change({ volume: own ? VOLUME_DEFAULT : null })}
      />
      {window.volume !== null && (
        <Slider
          thumbLabel={t('volume')}
          label={(value) => formatVolume(value, locale)}
          value={window.volume}
          onChange={(volume) => change({ volume })}
        />
      )}
    </>
  );
}
