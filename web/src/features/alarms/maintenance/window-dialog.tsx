import { SeenNodeSelect } from '../../places/index.ts';
import { MAINTENANCE_MINUTES_MAX, type MaintenanceWindow } from '@belfry/schemas/http/alarms/maintenance';
import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { TimeZone } from '../../../lib/times.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import { ExceptionsField } from '../../../ui/fields/exceptions-field.tsx';
import { RepeatFields } from '../../../ui/fields/repeat-fields.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWindowForm, type WindowFormState } from './use-window-form.ts';
import { newValues, valuesOf, type WindowValues } from './window-values.ts';

const NAME_MAX = 100;
const HOURS_MAX = MAINTENANCE_MINUTES_MAX / 60;

type Props = {
  /** The window that is edited; null: a new one. */
  window: MaintenanceWindow | null;
  /** The node that a new one is proposed for. */
  nodeId: number | null;
  onClose: () => void;
};

/** Plans a maintenance window, once or recurring, or changes one. */
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
          placeholder={t('name_example')}
          withAsterisk
          maxLength={NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {window ? (
          <Text size="sm">{t('at_place', { place: window.company_name })}</Text>
        ) : (
          <SeenNodeSelect
            label={t('fields.company_id')}
            placeholder={t('choose_place')}
            value={form.values.company_id}
            action="set_alarm_rules"
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

/** The first beginning, how long it lasts, how it repeats, and when it does not happen. */
function TimeFields({ form }: { form: WindowFormState }) {
  const { t } = useTranslation('alarm-maintenance');
  const { rrule, starts_at, until_date, exceptions } = form.values;
  return (
    <>
      <TextInput
        label={t('fields.starts_at')}
        description={t('zone_hint')}
        type="datetime-local"
        withAsterisk
        {...form.getInputProps('starts_at')}
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
        onChange={(rule) => {
          form.setFieldValue('rrule', rule);
          form.clearFieldError('rrule');
        }}
      />
      {rrule !== null && (
        <>
          <TextInput
            label={t('fields.until_date')}
            type="date"
            min={starts_at.slice(0, 10)}
            value={until_date ?? ''}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('until_date', value || null)}
          />
          <ExceptionsField dates={exceptions} onChange={(dates) => form.setFieldValue('exceptions', dates)} />
        </>
      )}
    </>
  );
}
