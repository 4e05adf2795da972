import { OnePlace } from '../../../kit/where/index.ts';
import { MAINTENANCE_MINUTES_MAX, type MaintenanceWindow } from '@belfry/schemas/http/alarms/maintenance';
import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { TimeZone } from '../../../lib/times.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import { MomentField } from '../../../ui/fields/date-field.tsx';
import { RepeatEnds } from '../../../ui/fields/repeat-ends.tsx';
import { RepeatFields } from '../../../ui/fields/repeat-fields.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import {
  newValues,
  valuesOf,
  type WindowValues,
  bodyOf,
  durationOf,
  storedWindowSchema,
  type StoredWindow,
} from './window-values.ts';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { changedFields, sendEdit, useEditConflict } from '../../../lib/edit-conflict.ts';
import { useRuleProblem } from '../../../lib/repeat-problem.ts';
import { useAct } from '../../../ui/use-act.ts';
import { useChangeMaintenanceWindowMutation, useCreateMaintenanceWindowMutation } from './maintenance-api.ts';

const NAME_MAX = 100;
const HOURS_MAX = MAINTENANCE_MINUTES_MAX / 60;

type Props = {
  /** The window that is edited; null: a new one. */
  window: MaintenanceWindow | null;
  nodeId: number | null;
  onClose: () => void;
};

export function WindowDialog({ window, nodeId, onClose }: Props) {
  const { t } = useTranslation('alarm-maintenance');
  const zone = useContext(TimeZone);
  const [initial] = useState(() => (window ? valuesOf(window) : newValues(Date.now(), zone, nodeId)));
  return (
    <FormDialog title={window ? t('change_title') : t('plan')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <WindowForm initial={initial} window={window} onCancel={onCancel} onDirty={onDirty} onDone={onClose} />
      )}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'window'> & {
  initial: WindowValues;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

function WindowForm({ initial, window, onCancel, onDirty, onDone }: FormProps) {
  const { t } = useTranslation('alarm-maintenance');
  // Read once: a later answer does not change what is being typed.
  const [opened] = useState(() => window && { id: window.window_id, stored: window });
  const { form, submit, failure, replaced, saving } = useWindowForm({ initial, window: opened, onDone });
  const dirty = form.isDirty();
  useReportedDirty(dirty, onDirty);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {replaced.length > 0 && (
          <Notice tone="warning">
            {t('replaced', { fields: replaced.map((field) => t(`fields.${field}`)).join(', ') })}
          </Notice>
        )}
        <TextInput
          label={t('fields.name')}
          withAsterisk
          maxLength={NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {window ? (
          <Text size="sm">{t('at_place', { place: window.company_name })}</Text>
        ) : (
          <OnePlace
            label={t('fields.company_id')}
            hint={t('choose_place')}
            value={form.values.company_id}
            right="operate"
            error={form.errors.company_id}
            onChange={(node) => form.setFieldValue('company_id', node)}
          />
        )}
        <TimeFields form={form} />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <FormButtons
          submitLabel={window ? t('save') : t('plan')}
          submitting={saving}
          submitDisabled={window !== null && !dirty}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

function TimeFields({ form }: { form: WindowFormState }) {
  const { t } = useTranslation('alarm-maintenance');
  const { rrule, starts_at } = form.values;
  return (
    <>
      <MomentField
        label={t('fields.starts_at')}
        description={t('zone_hint')}
        withAsterisk
        {...form.getInputProps('starts_at')}
        value={starts_at}
      />
      <Group gap="sm" align="flex-start" grow>
        <NumberInput
          label={t('fields.hours')}
          min={0}
          max={HOURS_MAX}
          allowDecimal={false}
          {...form.getInputProps('hours')}
        />
        <NumberInput
          label={t('fields.minutes')}
          min={0}
          max={59}
          allowDecimal={false}
          {...form.getInputProps('minutes')}
        />
      </Group>
      <RepeatFields
        rule={rrule}
        startsAt={starts_at}
        error={form.errors.rrule}
        onChange={(next) => form.setFieldValue('rrule', next)}
      />
      {rrule !== null && (
        <RepeatEnds
          values={form.values}
          onUntil={(date) => form.setFieldValue('until_date', date)}
          onExceptions={(dates) => form.setFieldValue('exceptions', dates)}
        />
      )}
    </>
  );
}

type WindowFormState = UseFormReturnType<WindowValues>;

type Options = {
  initial: WindowValues;
  /** The window that is edited; null: a new one. */
  window: { id: number; stored: StoredWindow } | null;
  onDone: () => void;
};

/** The form of a maintenance window. `replaced` are the fields that somebody else has changed meanwhile and saving again would replace. */
function useWindowForm({ initial, window, onDone }: Options) {
  const { t } = useTranslation('alarm-maintenance');
  const { act, pending, failure } = useAct({ inline: true });
  const [base, setBase] = useState(window?.stored ?? null);
  const [create] = useCreateMaintenanceWindowMutation();
  const [change] = useChangeMaintenanceWindowMutation();
  const form = useForm<WindowValues>({ initialValues: initial, validate: useWindowProblems() });
  const conflict = useEditConflict(form);

  const send = (from: StoredWindow | null) => {
    const values = form.getValues();
    const body = bodyOf(values);
    if (window === null || from === null) return create({ ...body, company_id: values.company_id ?? 0 });
    const changes = changedFields(body, bodyOf(form.getInitialValues()));
    return change({ window_id: window.id, revision: from.revision, ...changes });
  };
  const rebase = (current: StoredWindow): number => {
    setBase(current);
    return conflict.rebase(valuesOf(current));
  };
  const submit = form.onSubmit(async (values) => {
    const outcome = { done: t('saved', { name: bodyOf(values).name }), failed: t('save_failed') };
    const answer = await act(() => sendEdit(base, send, { schema: storedWindowSchema, rebase }), outcome);
    if (answer !== undefined) onDone();
  });
  const replaced: readonly (keyof WindowValues)[] = conflict.conflicts
    .filter(({ yours }) => yours !== undefined)
    .map(({ field }) => field);
  return { form, submit, failure, replaced, saving: pending };
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
