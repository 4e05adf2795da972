import { useAct } from '../../../ui/use-act.ts';
import { scheduleSchema, type Schedule, scheduleActionSchema } from '@belfry/schemas/http/schedules/schedules';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { sendEdit, useEditConflict } from '../../../lib/edit-conflict.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { bodyOf, changesOf, valuesOf, type ScheduleValues, TYPES_WITH_DURATION } from '../schedule-values.ts';
import { useAddScheduleMutation, useEditScheduleMutation } from '../schedules-api.ts';
import { useScheduleOwner } from '../../places/index.ts';
import { useRuleProblem } from '../../../lib/repeat-problem.ts';

type Options = {
  initial: ScheduleValues;
  /** The schedule that is edited; null: a new one. */
  schedule: Schedule | null;
  onDone: () => void;
};

/** The state of the form: its fields, what is missing, the error of the server, and conflicting changes; see PLAN-4. */
export function useScheduleForm({ initial, schedule, onDone }: Options) {
  const { t } = useTranslation('schedule-form');
  const problems = useScheduleProblems();
  const { act, failure } = useAct({ inline: true });
  const [base, setBase] = useState(schedule);
  const [add] = useAddScheduleMutation();
  const [edit] = useEditScheduleMutation();
  const owner = useScheduleOwner();
  const form = useForm<ScheduleValues>({ initialValues: initial, validate: problems });
  const conflict = useEditConflict(form);
  const draft = useFormDraft({
    name: schedule ? `schedule:${schedule.id}` : `schedule:new:${owner ?? 'own'}`,
    values: form.values,
    opened: form.getInitialValues(),
    dirty: form.isDirty(),
    restore: form.setValues,
  });

  const send = ({ id, revision }: Schedule) =>
    edit({ id, change: { ...changesOf(form.getValues(), form.getInitialValues()), revision } });
  function rebase(current: Schedule): number {
    setBase(current);
    return conflict.rebase(valuesOf(current, initial.email));
  }
  async function save(values: ScheduleValues): Promise<void> {
    const failed = t('save_failed');
    const answer = await (base
      ? act(() => sendEdit(base, send, { schema: scheduleSchema.strip(), rebase }), {
          done: t('saved', { name: values.name }),
          failed,
        })
      : act(() => add({ body: bodyOf(values), owner }), { done: t('created', { name: values.name }), failed }));
    if (answer === undefined) return;
    draft.forget();
    // A form without changes lets the navigation to the list pass without a question.
    form.resetDirty();
    onDone();
  }

  const submit = form.onSubmit(save, (errors) => focusField(Object.keys(errors)[0] ?? ''));
  return { form, conflict, draft, submit, failure };
}

export type ScheduleFormState = ReturnType<typeof useScheduleForm>['form'];

/** A group of controls has no input of its own, so that its first one gets the focus. */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  field?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}

const DURATION_MAX = 10_080;
const REPORT_DAYS_MAX = 366;

const isWithin = (value: number | string, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;

function useScheduleProblems() {
  const { t } = useTranslation('schedule-form');
  const ruleProblem = useRuleProblem();
  const isEmail = (email: string): boolean =>
    scheduleActionSchema.safeParse({ type: 'report', days: 1, email: email.trim() }).success;
  return {
    name: (name: string) => (name.trim() === '' ? t('required.name') : null),
    content_id: (id: number | null, { type }: ScheduleValues) =>
      id === null && (type === 'message' || type === 'playlist' || type === 'station') ? t('required.content') : null,
    days: (days: number | string, { type }: ScheduleValues) =>
      type === 'report' && !isWithin(days, REPORT_DAYS_MAX) ? t('required.days') : null,
    email: (email: string, { type }: ScheduleValues) =>
      type === 'report' && !isEmail(email) ? t('required.email') : null,
    starts_at: (at: string) => (at === '' ? t('required.starts_at') : null),
    duration_minutes: (minutes: number | string, { type }: ScheduleValues) =>
      TYPES_WITH_DURATION.has(type) && !isWithin(minutes, DURATION_MAX) ? t('required.duration') : null,
    rrule: (rule: string | null, { starts_at }: ScheduleValues) => ruleProblem(rule, starts_at),
    targets: ({ nodes = [], groups = [], devices = [] }: ScheduleValues['targets']) =>
      nodes.length + groups.length + devices.length === 0 ? t('required.targets') : null,
  };
}
