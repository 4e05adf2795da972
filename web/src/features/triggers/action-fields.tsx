import { ALERT_PARTS, TRIGGER_SILENCE_MINUTES_MAX } from '@belfry/schemas/http/triggers/actions';
import { Fieldset, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { useGetEmergencyQuery } from '../announcements/emergency/emergency-api.ts';
import { useLibraryNames } from '../library/library-api.ts';
import { useGetScenariosQuery } from '../scenarios/scenarios-api.ts';
import { Where } from '../../kit/where/index.ts';
import {
  ACTIONS,
  ALERT_ACTIONS,
  soundOfValue,
  SPOKEN_PRIORITIES,
  type TriggerDraft,
  valueOfSound,
} from './trigger-draft.ts';
import { useSoundChoices } from './trigger-texts.ts';

type Props = {
  draft: TriggerDraft;
  onChange: (changed: Partial<TriggerDraft>) => void;
};

export function ActionFields({ draft, onChange }: Props) {
  const { t } = useTranslation('triggers');
  const { action, targets } = draft;
  return (
    <Fieldset variant="unstyled" legend={<Text fw={600}>{t('form.does')}</Text>}>
      <Stack gap="sm">
        <FilterSelect
          label={t('form.action')}
          choices={draft.source === 'alert_feed' ? ALERT_ACTIONS : ACTIONS}
          value={action}
          labelOf={(each) => t(`form.actions.${each}`)}
          onChange={(each) => onChange({ action: each })}
        />
        {action === 'message' && <MessageFields draft={draft} onChange={onChange} />}
        {action === 'alert' && <AlertFields draft={draft} onChange={onChange} />}
        {action === 'emergency' && <EmergencyField draft={draft} onChange={onChange} />}
        {action === 'scenario' && <ScenarioField draft={draft} onChange={onChange} />}
        {action === 'silence' && <SilenceField draft={draft} onChange={onChange} />}
        {action === 'ring' && <RingField draft={draft} onChange={onChange} />}
        {(action === 'message' || action === 'alert' || action === 'emergency') && (
          <>
            <Text size="xs" c="dimmed">
              {t('form.targets_hint')}
            </Text>
            <Where
              right={action === 'emergency' ? 'emergency' : 'speak'}
              value={targets}
              onChange={(next) => onChange({ targets: next })}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

type Named = { id: number; name: string };

/** A choice by name; one that is gone stays chosen by its number. */
function NamedSelect({
  label,
  none,
  offered,
  value,
  onChange,
}: {
  label: string;
  none: string;
  offered: readonly Named[];
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const choices = offered.map(({ id, name }) => ({ value: String(id), label: name }));
  const gone = value !== null && !offered.some(({ id }) => id === value);
  return (
    <Select
      required
      searchable
      label={label}
      data={gone ? [{ value: String(value), label: `#${value}` }, ...choices] : choices}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      nothingFoundMessage={none}
    />
  );
}

function MessageFields({ draft: { message_id, priority }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  const { data: messages = [] } = useLibraryNames('messages');
  return (
    <>
      <NamedSelect
        label={t('form.message')}
        none={t('form.message_none')}
        offered={messages}
        value={message_id}
        onChange={(id) => onChange({ message_id: id })}
      />
      <PriorityField priority={priority} onChange={onChange} />
    </>
  );
}

function ScenarioField({ draft: { scenario_id }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  const { data: scenarios = [] } = useGetScenariosQuery();
  return (
    <NamedSelect
      label={t('form.scenario')}
      none={t('form.scenario_none')}
      offered={scenarios}
      value={scenario_id}
      onChange={(id) => onChange({ scenario_id: id })}
    />
  );
}

function AlertFields({ draft: { says, priority }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  return (
    <>
      <FilterSelect
        label={t('form.says')}
        choices={ALERT_PARTS}
        value={says}
        labelOf={(each) => t(`form.says_parts.${each}`)}
        onChange={(each) => onChange({ says: each })}
      />
      <Text size="xs" c="dimmed">
        {t('form.says_hint')}
      </Text>
      <PriorityField priority={priority} onChange={onChange} />
    </>
  );
}

function PriorityField({ priority, onChange }: Pick<TriggerDraft, 'priority'> & Pick<Props, 'onChange'>) {
  const { t } = useTranslation('triggers');
  return (
    <FilterSelect
      label={t('form.priority')}
      choices={SPOKEN_PRIORITIES}
      value={priority}
      labelOf={(each) => t(`form.priorities.${each}`)}
      onChange={(each) => onChange({ priority: each })}
    />
  );
}

function EmergencyField({ draft: { emergency_id }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  const { data } = useGetEmergencyQuery();
  return (
    <NamedSelect
      label={t('form.emergency')}
      none={t('form.emergency_none')}
      offered={data?.messages ?? []}
      value={emergency_id}
      onChange={(id) => onChange({ emergency_id: id })}
    />
  );
}

function SilenceField({ draft: { minutes }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  return (
    <NumberInput
      required
      label={t('form.minutes')}
      description={t('form.minutes_hint')}
      min={1}
      max={TRIGGER_SILENCE_MINUTES_MAX}
      allowDecimal={false}
      value={minutes}
      onChange={(value) => onChange({ minutes: Number(value) })}
    />
  );
}

function RingField({ draft: { sound }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  const { sounds } = useSoundChoices();
  return (
    <Select
      label={t('form.sound')}
      description={t('form.sound_hint')}
      searchable
      allowDeselect={false}
      data={sounds}
      value={valueOfSound(sound)}
      onChange={(value) => {
        const choice = value === null ? null : soundOfValue(value);
        if (choice) onChange({ sound: choice });
      }}
      nothingFoundMessage={t('form.message_none')}
    />
  );
}
