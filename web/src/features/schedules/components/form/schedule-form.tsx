import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Alert, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { LeaveGuard } from '../../../../ui/dialogs/leave-guard.tsx';
import { ConflictNotice } from '../../../../ui/states/conflict-notice.tsx';
import { useConflictText } from '../../use-conflict-text.ts';
import { useScheduleForm } from '../../use-schedule-form.ts';
import type { ScheduleValues } from '../../schedule-values.ts';
import { PlaybackFields } from './playback-fields.tsx';
import { RunPreview } from './run-preview.tsx';
import classes from './schedule-form.module.css';
import { ActionFields } from './action-fields.tsx';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { TargetsFields } from './targets-fields.tsx';

type Props = { initial: ScheduleValues; schedule: Schedule | null; onDone: () => void };

/** Another tab, schedule or owner has another form. */
const LEAVES = ['tab', 'edit', 'owner'];

/** All fields of a schedule, with its next runs and conflicts beside them; see PLAN-4. */
export function ScheduleForm({ initial, schedule, onDone }: Props) {
  const { t } = useTranslation('schedule-form');
  const { form, conflict, submit, failure } = useScheduleForm({ initial, schedule, onDone });
  const { labelOf, shown } = useConflictText();
  const title = schedule ? t('edit_title', { name: schedule.name }) : t('submit');
  return (
    <form aria-label={title} onSubmit={submit} noValidate className={classes.form}>
      <LeaveGuard active={form.isDirty() && !form.submitting} params={LEAVES} />
      <Stack gap="lg">
        <Title order={2} size="h4">
          {title}
        </Title>
        <ConflictNotice
          conflicts={conflict.conflicts.map(shown)}
          labelOf={labelOf}
          onTake={({ field }) => {
            const original = conflict.conflicts.find((each) => each.field === field);
            if (original) conflict.take(original);
          }}
        />
        <ActionFields form={form} />
        <RecurrenceFields form={form} />
        <TargetsFields form={form} />
        <PlaybackFields form={form} />
        {failure !== null && (
          <Alert color="error" py="xs" role="alert">
            {failure}
          </Alert>
        )}
        <FormButtons submitLabel={schedule ? t('save') : t('submit')} submitting={form.submitting} onCancel={onDone} />
      </Stack>
      <RunPreview values={form.values} scheduleId={schedule?.id ?? null} />
    </form>
  );
}
