import { DialogForm, useFields } from '../../kit/panel/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { type Trigger, TRIGGER_NAME_MAX } from '@belfry/schemas/http/triggers/triggers';
import { Alert, Checkbox, Stack, Switch, TextInput, Fieldset, MultiSelect, Select, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { ActionFields } from './action-fields.tsx';
import { type ShownHook, shownHookOf } from './parts.ts';
import { draftOf, fieldsOf, needsConfirmation, type TriggerDraft, SOURCES } from './trigger-draft.ts';
import { useChangeTriggerMutation, useCreateTriggerMutation, useGetDeviceInputsQuery } from './triggers-api.ts';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { ALARM_SEVERITIES } from '@belfry/schemas/domain/alarm-severity';
import { INPUT_NAME_MAX, INPUT_STATES } from '@belfry/schemas/domain/inputs';
import { useTexts } from '../../lib/i18n.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { FeedFields } from '../alert-feeds/index.ts';

type Props = {
  /** The one that is changed; absent for a new one. */
  trigger?: Trigger;
  source?: 'hook' | 'alert_feed';
  /** A signed call without a secret has got one, which is known only now. */
  onHook: (hook: ShownHook | null) => void;
  onClose: () => void;
};

export function TriggerForm({ trigger, source = 'hook', onHook, onClose }: Props) {
  const { t } = useTranslation(['triggers', 'alert-feeds']);
  const [create] = useCreateTriggerMutation();
  const [change] = useChangeTriggerMutation();
  const { values: draft, set: edit, text, isDirty } = useFields(() => draftOf(trigger, source));
  const fields = fieldsOf(draft);
  const { node } = draft;
  const createLabel = source === 'alert_feed' ? t('alert-feeds:create') : t('create');
  return (
    <DialogForm
      title={trigger ? t('edit_of', { name: trigger.name }) : createLabel}
      size="lg"
      isDirty={isDirty}
      submitLabel={trigger ? t('form.save') : createLabel}
      call={
        fields === null || node === null
          ? null
          : trigger
            ? () => change({ id: trigger.id, ...fields, enabled: trigger.enabled, revision: trigger.revision })
            : () => create({ ...fields, company_id: node })
      }
      failed={t('form.failed')}
      onSaved={(saved) => {
        onClose();
        const hook = shownHookOf(saved);
        if (hook) onHook(hook);
      }}
      onClose={onClose}
    >
      <TextInput
        required
        data-autofocus
        label={t('form.name')}
        description={t('form.name_hint')}
        maxLength={TRIGGER_NAME_MAX}
        {...text('name')}
      />
      {trigger === undefined && (
        <OnePlace
          right="members"
          label={t('form.place')}
          hint={t('form.place_hint')}
          value={draft.node}
          onChange={(node) => edit({ node })}
        />
      )}
      <SourceFields draft={draft} onChange={edit} />
      <ActionFields draft={draft} onChange={edit} />
      <ModeFields draft={draft} onChange={edit} />
    </DialogForm>
  );
}

type ModeProps = { draft: TriggerDraft; onChange: (changed: Partial<TriggerDraft>) => void };

function ModeFields({ draft, onChange }: ModeProps) {
  const { t } = useTranslation('triggers');
  const { mode, drill, confirmed, action } = draft;
  return (
    <Stack gap="sm">
      <Switch
        label={t('form.ask')}
        description={t('form.ask_hint')}
        checked={mode === 'ask'}
        onChange={({ currentTarget }) => onChange({ mode: currentTarget.checked ? 'ask' : 'automatic' })}
      />
      <Switch
        label={t('form.drill')}
        description={t('form.drill_hint')}
        checked={drill}
        onChange={({ currentTarget }) => onChange({ drill: currentTarget.checked })}
      />
      {needsConfirmation({ action: { type: action }, mode, drill }) && (
        <Alert color="warning">
          <Checkbox
            label={t('form.confirmed')}
            checked={confirmed}
            onChange={({ currentTarget }) => onChange({ confirmed: currentTarget.checked })}
          />
        </Alert>
      )}
    </Stack>
  );
}

type SourceFieldsProps = { draft: TriggerDraft; onChange: (changed: Partial<TriggerDraft>) => void };

/** What starts a trigger. */
function SourceFields({ draft, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('triggers');
  return (
    <Fieldset variant="unstyled" legend={<Text fw={600}>{t('form.starts')}</Text>}>
      <Stack gap="sm">
        {draft.source !== 'alert_feed' && (
          <FilterSelect
            label={t('form.source')}
            choices={SOURCES}
            value={draft.source}
            labelOf={(source) => t(`form.sources.${source}`)}
            onChange={(source) => onChange({ source })}
          />
        )}
        <Text size="xs" c="dimmed">
          {t(`form.source_hints.${draft.source}`)}
        </Text>
        {draft.source === 'input' && <InputFields draft={draft} onChange={onChange} />}
        {draft.source === 'alert_feed' && (
          <FeedFields
            feed={draft.feed}
            node={draft.node}
            canEnd={draft.action === 'emergency'}
            onChange={(feed) => onChange({ feed })}
          />
        )}
        {draft.source === 'alarm' && <AlarmFields draft={draft} onChange={onChange} />}
      </Stack>
    </Fieldset>
  );
}

/** An input of a device: one that has reported, or one that is typed before it has. */
function InputFields({ draft: { serial, input, state }, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('triggers');
  const { data: reported = [] } = useGetDeviceInputsQuery();
  const choices = reported.map((each) => ({
    value: `${each.serial} ${each.input}`,
    label: `${each.place} · ${each.input} (${each.serial})`,
  }));
  const current = `${serial} ${input}`;
  return (
    <>
      {choices.length > 0 && (
        <Select
          label={t('form.reported')}
          placeholder={t('form.reported_hint')}
          searchable
          data={choices}
          value={choices.some(({ value }) => value === current) ? current : null}
          onChange={(value) => {
            const [device = '', name = ''] = value?.split(' ') ?? [];
            if (value !== null) onChange({ serial: device, input: name });
          }}
          nothingFoundMessage={t('form.reported_none')}
        />
      )}
      <TextInput
        required
        label={t('form.serial')}
        placeholder="0000-0000-0000-0000"
        value={serial}
        onChange={({ currentTarget }) => onChange({ serial: currentTarget.value })}
      />
      <TextInput
        required
        label={t('form.input')}
        description={t('form.input_hint')}
        maxLength={INPUT_NAME_MAX}
        value={input}
        onChange={({ currentTarget }) => onChange({ input: currentTarget.value })}
      />
      <FilterSelect
        label={t('form.input_state')}
        choices={INPUT_STATES}
        value={state}
        labelOf={(each) => t(`form.input_states.${each}`)}
        onChange={(each) => onChange({ state: each })}
      />
    </>
  );
}

function AlarmFields({ draft: { kinds, severities }, onChange }: SourceFieldsProps) {
  const { t } = useTranslation(['triggers', 'alarms']);
  const nameOf = useTexts(ALARM_NAMES);
  return (
    <>
      <MultiSelect
        label={t('form.kinds')}
        placeholder={kinds.length === 0 ? t('form.kinds_hint') : ''}
        searchable
        data={ALARM_KINDS.map((kind) => ({ value: kind, label: nameOf[kind] }))}
        value={[...kinds]}
        onChange={(choices) => onChange({ kinds: ALARM_KINDS.filter((kind) => choices.includes(kind)) })}
      />
      <MultiSelect
        label={t('form.severities')}
        placeholder={severities.length === 0 ? t('form.severities_hint') : ''}
        data={ALARM_SEVERITIES.map((severity) => ({ value: severity, label: t(`alarms:severity.${severity}`) }))}
        value={[...severities]}
        onChange={(choices) =>
          onChange({ severities: ALARM_SEVERITIES.filter((severity) => choices.includes(severity)) })
        }
      />
    </>
  );
}
