import { Alert, Button, Stack, SegmentedControl, SimpleGrid, Slider, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons, FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import type { DayWindow } from '../../api/day-programme-api.ts';
import { overlapOf, problemOf, endOfField, fieldOfEnd } from './day-windows.ts';
import { useWindowName } from './use-window-name.ts';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import { ContentField } from '../form/content-field.tsx';
import { WeekdayChips } from '../weekday-chips.tsx';

type WindowFieldsProps = { window: DayWindow; onChange: (fields: Partial<DayWindow>) => void };
type Kind = 'playlist' | 'station';
const VOLUME_DEFAULT = 50;
/** Days, times, playlist or station, and volume of a window. */
function WindowFields({ window, onChange: change }: WindowFieldsProps) {
  const { t } = useTranslation('day-programme');
  const [kind, setKind] = useState<Kind>(window.station_id === null ? 'playlist' : 'station');
  return (
    <>
      <WeekdayChips label={t('days')} days={window.days} onChange={(days) => change({ days })} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label={t('from')}
          type="time"
          value={window.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          label={t('to')}
          description={t('to_hint')}
          inputWrapperOrder={['label', 'input', 'description']}
          type="time"
          value={fieldOfEnd(window.to)}
          onChange={({ currentTarget }) => change({ to: endOfField(currentTarget.value) })}
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
        <Slider thumbLabel={t('volume')} value={window.volume} onChange={(volume) => change({ volume })} />
      )}
    </>
  );
}

type Props = {
  initial: DayWindow;
  /** The other windows, with which it must not overlap. */
  others: readonly DayWindow[];
  stored: boolean;
  /** Sends all windows; resolves to the reason of a refusal, or null. */
  onSave: (windows: DayWindow[]) => Promise<string | null>;
  onClose: () => void;
};

/** Adds, changes and removes a window of the day programme. */
export function WindowDialog({ initial, others, stored, onSave, onClose }: Props) {
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
              {stored && (
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
