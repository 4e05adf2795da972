import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Alert, Stack, NativeSelect, Slider, Text, Group, NumberInput } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useId } from 'react';
import { MISSED_POLICIES } from '@belfry/schemas/domain/announcements';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { LeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { ConflictNotice } from '../../../ui/states/conflict-notice.tsx';
import { More } from '../../../kit/form/index.ts';
import { Where } from '../../../kit/where/index.ts';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { formatVolume } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { FieldConflict } from '../../../lib/edit-conflict.ts';
import { useScheduleForm } from './use-schedule-form.ts';
import { type ScheduleValues, useIsOldPage } from '../schedule-values.ts';
import { PreviewLine, RunPreview, useRunPreview } from './run-preview.tsx';
import { ScheduleSentence } from './schedule-sentence.tsx';
import { ActionFields, type FieldsProps } from './action-fields.tsx';
import { RecurrenceDetails, RecurrenceFields } from './recurrence-fields.tsx';
import { useScheduleOwner } from '../../places/index.ts';
import classes from './schedule-form.module.css';

type Props = { initial: ScheduleValues; schedule: Schedule | null; onDone: () => void };

/** Another tab, plan or owner has another form. */
const LEAVES = ['tab', 'edit', 'open', 'owner'];

/** A plan as a sentence and its fields, with its next times and conflicts; see PLAN-4. */
export function ScheduleForm({ initial, schedule, onDone }: Props) {
  const { t } = useTranslation('schedule-form');
  const { form, conflict, draft, submit, failure } = useScheduleForm({ initial, schedule, onDone });
  const { labelOf, toText } = useConflictText();
  const preview = useRunPreview(form.values, schedule?.id ?? null);
  const isOld = useIsOldPage();
  const title = schedule ? t('edit_title', { name: schedule.name }) : t(isOld ? 'submit' : 'plan_new');
  return (
    <form aria-label={title} onSubmit={submit} noValidate className={classes.form}>
      <LeaveGuard active={form.isDirty() && !form.submitting} params={LEAVES} onDiscard={draft.forget} />
      <Stack gap="sm">
        <DraftOffer draft={draft} />
        <ConflictNotice
          conflicts={conflict.conflicts.map(toText)}
          labelOf={labelOf}
          onTake={({ field }) => {
            const original = conflict.conflicts.find((each) => each.field === field);
            if (original) conflict.take(original);
          }}
        />
        <ScheduleSentence values={form.values} />
        <ActionFields form={form} />
        <TargetsFields form={form} />
        <RecurrenceFields form={form} />
        <More what={t('more')}>
          <RecurrenceDetails form={form} />
          <PlaybackFields form={form} />
        </More>
        <RunPreview preview={preview} />
        {failure !== null && (
          <Alert color="error" py="xs" role="alert">
            {failure}
          </Alert>
        )}
        <div className={classes.bar}>
          <PreviewLine preview={preview} />
          <FormButtons
            submitLabel={schedule ? t('save') : t(isOld ? 'submit' : 'plan')}
            submitting={form.submitting}
            onCancel={onDone}
          />
        </div>
      </Stack>
    </form>
  );
}

function TargetsFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const owner = useScheduleOwner();
  const { error } = form.getInputProps('targets');
  return (
    <div data-field="targets">
      <Where
        label={t('where')}
        right="plan"
        ofOwner={owner}
        value={form.values.targets}
        error={typeof error === 'string' ? error : undefined}
        onChange={(targets) => {
          form.setFieldValue('targets', targets);
          form.clearFieldError('targets');
        }}
      />
    </div>
  );
}

const LABELS = {
  name: 'name',
  type: 'type',
  content_id: 'content_hint',
  command: 'command',
  days: 'days',
  email: 'email',
  starts_at: 'starts_at',
  duration_minutes: 'duration',
  rrule: 'repeat',
  exceptions: 'exceptions',
  until_date: 'until',
  holiday_calendar_id: 'holidays.label',
  targets: 'targets',
  priority: 'priority',
  volume: 'volume',
  missed: 'missed',
  enabled: 'enabled',
} as const satisfies Record<keyof ScheduleValues, string>;

type Shown = Record<keyof ScheduleValues, string | boolean>;
function useConflictText() {
  const { t } = useTranslation(['schedule-form', 'schedule']);
  const textOf = (field: keyof ScheduleValues, value: unknown): string | boolean => {
    if (typeof value === 'boolean') return value;
    if (value === null || (Array.isArray(value) && value.length === 0)) return t('conflict_none');
    if (field === 'targets') {
      const { nodes = [], groups = [], devices = [] } = value as ScheduleValues['targets'];
      const count = nodes.length + groups.length + devices.length;
      return t('schedule:places', { count, places: String(count) });
    }
    if (field === 'missed') return t(`missed_policies.${(value as ScheduleValues['missed']).policy}`);
    if (field === 'type') return t(`schedule:types.${value as ScheduleValues['type']}`);
    return Array.isArray(value) ? value.join(', ') : `${value as string | number}`;
  };
  return {
    labelOf: (field: keyof ScheduleValues): string => t(LABELS[field]),
    toText: ({ field, theirs, yours }: FieldConflict<ScheduleValues>): FieldConflict<Shown> => ({
      field,
      theirs: textOf(field, theirs),
      ...(yours !== undefined && { yours: textOf(field, yours) }),
    }),
  };
}

const MINUTES_MAX = 1_440;
type Missed = ScheduleValues['missed'];
function MissedFields({ missed, onChange }: { missed: Missed; onChange: (missed: Missed) => void }) {
  const { t } = useTranslation('schedule-form');
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('missed')}
        flex="1 1 220px"
        data={MISSED_POLICIES.map((value) => ({ value, label: t(`missed_policies.${value}`) }))}
        value={missed.policy}
        onChange={({ currentTarget }) => {
          const policy = MISSED_POLICIES.find((each) => each === currentTarget.value);
          if (policy) onChange({ ...missed, policy });
        }}
      />
      {missed.policy !== 'skip' && (
        <NumberInput
          label={t(`missed_minutes.${missed.policy}`)}
          flex="1 1 200px"
          min={1}
          max={MINUTES_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          value={missed.minutes}
          onChange={(value) => onChange({ ...missed, minutes: Number(value) || 1 })}
        />
      )}
    </Group>
  );
}

const VOLUME_DEFAULT = 70;

/** A volume of its own, or null: that of the device. */
function VolumeField({ volume, onChange }: { volume: number | null; onChange: (volume: number | null) => void }) {
  const { t } = useTranslation('schedule-form');
  const volumeId = useId();
  const locale = useLocale();
  return (
    <>
      <SwitchRow
        label={t('own_volume')}
        description={t('own_volume_hint')}
        checked={volume !== null}
        onChange={(own) => onChange(own ? VOLUME_DEFAULT : null)}
      />
      {volume !== null && (
        <div>
          <Text size="sm" id={volumeId}>
            {t('volume')}: <span className="tabular">{volume}</span>
          </Text>
          <Slider
            thumbLabel={t('volume')}
            label={(value) => formatVolume(value, locale)}
            value={volume}
            onChange={onChange}
          />
        </div>
      )}
    </>
  );
}

const PRIORITIES = [9, 8, 7, 6, 5, 4, 3, 2, 1];

function PlaybackFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { priority, volume, missed, enabled, type } = form.values;
  const sounds = type === 'message' || type === 'playlist' || type === 'station';
  return (
    <>
      <NativeSelect
        label={t('priority')}
        description={t('priority_hint')}
        data={PRIORITIES.map(String)}
        value={String(priority)}
        onChange={({ currentTarget }) => form.setFieldValue('priority', Number(currentTarget.value))}
      />
      {sounds && <VolumeField volume={volume} onChange={(value) => form.setFieldValue('volume', value)} />}
      {type === 'message' && <MissedFields missed={missed} onChange={(value) => form.setFieldValue('missed', value)} />}
      <SwitchRow
        label={t('enabled')}
        description={t('enabled_hint')}
        checked={enabled}
        onChange={(on) => form.setFieldValue('enabled', on)}
      />
    </>
  );
}
