import { useAct } from '../../ui/use-act.ts';
import { Alert, Stack, TextInput, Text, UnstyledButton } from '@mantine/core';
import { TIMETABLE_COLOURS, type Timetable, type TimetableColour } from '@belfry/schemas/http/bells/timetables';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useScheduleOwner } from '../places/index.ts';
import { BellRowsFields, newRow } from './bell-rows-fields.tsx';
import { bellsOf, problemOf, type BellRow } from './bell-rows.ts';
import { useAddTimetableMutation, useEditTimetableMutation, useGetTimetablesQuery } from './bells-api.ts';
import classes from './bells.module.css';

const NAME_MAX = 80;

/** `timetable` is null for a new timetable, which begins as a copy of `from` where there is one. */
type Props = { timetable: Timetable | null; from: Pick<Timetable, 'name' | 'colour' | 'bells'>; onClose: () => void };

/** The editor of a timetable: name, colour, and its bells, line by line; see PLAN-10. */
export function TimetableDialog({ timetable, from, onClose }: Props) {
  const { t } = useTranslation('bells');
  const [name, setName] = useState(from.name);
  const [colour, setColour] = useState(from.colour);
  const [rows, setRows] = useState<BellRow[]>(() => [...from.bells.map((bell) => newRow(bell)), newRow()]);
  const [wrong, setWrong] = useState<number | null>(null);
  const { act, pending, failure, fail } = useAct({ inline: true });
  const owner = useScheduleOwner();
  const [add] = useAddTimetableMutation();
  const [edit] = useEditTimetableMutation();
  async function submit(): Promise<void> {
    const problem = problemOf(rows);
    setWrong(problem?.row.key ?? null);
    if (name.trim() === '') return fail(t('editor.name_missing'));
    if (problem) return fail(t(`editor.problems.${problem.problem}`, { time: problem.row.at }));
    const fields = { name: name.trim(), colour, bells: bellsOf(rows) };
    const answer = await act(
      () =>
        timetable
          ? edit({ id: timetable.id, change: { ...fields, revision: timetable.revision } })
          : add({ body: fields, owner }),
      { done: t('editor.saved', { name: fields.name }), failed: t('editor.failed') },
    );
    if (answer !== undefined) onClose();
  }
  return (
    <FormDialog title={timetable ? t('editor.edit') : t('editor.create')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <form
          noValidate
          aria-label={timetable ? t('editor.edit') : t('editor.create')}
          onChange={() => onDirty(true)}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={t('editor.name')}
              maxLength={NAME_MAX}
              autoComplete="off"
              withAsterisk
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <ColourField value={colour} onChange={setColour} />
            <Text size="sm" c="dimmed">
              {t('editor.hint')}
            </Text>
            <BellRowsFields rows={rows} onChange={setRows} wrong={wrong} />
            {failure !== null && (
              <Alert color="error" py="xs" role="alert">
                {failure}
              </Alert>
            )}
            <FormButtons submitLabel={t('save')} submitting={pending} onCancel={onCancel} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

function ColourField({ value, onChange }: { value: TimetableColour; onChange: (colour: TimetableColour) => void }) {
  const { t } = useTranslation('bells');
  return (
    <fieldset className={classes.colours} aria-label={t('editor.colour')}>
      {TIMETABLE_COLOURS.map((colour) => (
        <UnstyledButton
          key={colour}
          className={classes.swatch ?? ''}
          data-colour={colour}
          aria-label={t(`colours.${colour}`)}
          aria-pressed={colour === value}
          onClick={() => onChange(colour)}
        />
      ))}
    </fieldset>
  );
}

/** The editor of a stored timetable. */
export function EditTimetable({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useGetTimetablesQuery(useScheduleOwner());
  const timetable = data?.find((each) => each.id === id);
  return timetable ? <TimetableDialog timetable={timetable} from={timetable} onClose={onClose} /> : null;
}
