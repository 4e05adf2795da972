import { MAINTENANCE_MINUTES_MAX } from '@belfry/schemas/http/alarms/maintenance';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { changedFields, storedObjectOf, useEditConflict } from '../../../lib/edit-conflict.ts';
import { useRuleProblem } from '../../../lib/repeat-problem.ts';
import { toast } from '../../../ui/toast.ts';
import { useChangeMaintenanceWindowMutation, useCreateMaintenanceWindowMutation } from './maintenance-api.ts';
import {
  bodyOf,
  durationOf,
  storedWindowSchema,
  type StoredWindow,
  valuesOf,
  type WindowValues,
} from './window-values.ts';

export type WindowFormState = UseFormReturnType<WindowValues>;

type Options = {
  initial: WindowValues;
  /** The window that is edited; null: a new one. */
  window: { id: number; stored: StoredWindow } | null;
  onDone: () => void;
};

/** The form of a maintenance window. `replaced` are the fields that somebody else has changed meanwhile and saving again would replace. */
export function useWindowForm({ initial, window, onDone }: Options) {
  const { t } = useTranslation('alarm-maintenance');
  const errorText = useErrorMessage();
  const [failure, setFailure] = useState<string | null>(null);
  const [base, setBase] = useState(window?.stored ?? null);
  const [create, creating] = useCreateMaintenanceWindowMutation();
  const [change, changing] = useChangeMaintenanceWindowMutation();
  const form = useForm<WindowValues>({ initialValues: initial, validate: useWindowProblems() });
  const conflict = useEditConflict(form);

  async function send(values: WindowValues, from: StoredWindow | null): Promise<void> {
    const body = bodyOf(values);
    const { error } = await (window === null || from === null
      ? create({ ...body, company_id: values.company_id ?? 0 })
      : change({
          window_id: window.id,
          revision: from.revision,
          ...changedFields(body, bodyOf(form.getInitialValues())),
        }));
    const current = storedObjectOf(error, storedWindowSchema);
    if (current && current.revision !== from?.revision) {
      setBase(current);
      return conflict.rebase(valuesOf(current)) === 0 ? send(form.getValues(), current) : undefined;
    }
    if (error) return setFailure(errorText(error, t('save_failed')));
    toast('success', t('saved', { name: body.name }));
    onDone();
  }

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    await send(values, base);
  });
  const replaced: readonly (keyof WindowValues)[] = conflict.conflicts
    .filter(({ yours }) => yours !== undefined)
    .map(({ field }) => field);
  return { form, submit, failure, replaced, saving: creating.isLoading || changing.isLoading };
}

/** What is missing or not possible in each field. */
function useWindowProblems() {
  const { t } = useTranslation('alarm-maintenance');
  const ruleProblem = useRuleProblem();
  return {
    name: (name: string) => (name.trim() === '' ? t('required.name') : null),
    company_id: (id: number | null) => (id === null ? t('required.place') : null),
    starts_at: (at: string) => (at === '' ? t('required.starts_at') : null),
    hours: (_hours: number | string, values: WindowValues) => {
      const minutes = durationOf(values);
      return Number.isInteger(minutes) && minutes >= 1 && minutes <= MAINTENANCE_MINUTES_MAX
        ? null
        : t('required.duration');
    },
    rrule: (rule: string | null, { starts_at }: WindowValues) => ruleProblem(rule, starts_at),
  };
}
