import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { ALARM_SEVERITIES } from '@belfry/schemas/domain/alarm-severity';
import { INPUT_NAME_MAX, INPUT_STATES } from '@belfry/schemas/domain/inputs';
import { Fieldset, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { FeedFields } from '../alert-feeds/index.ts';
import { SOURCES, type TriggerDraft } from './trigger-draft.ts';
import { useGetDeviceInputsQuery } from './triggers-api.ts';

type Props = { draft: TriggerDraft; onChange: (changed: Partial<TriggerDraft>) => void };

/** What starts a trigger. */
export function SourceFields({ draft, onChange }: Props) {
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
function InputFields({ draft: { serial, input, state }, onChange }: Props) {
  const { t } = useTranslation('triggers');
  const { data: reported = [] } = useGetDeviceInputsQuery();
  const choices = reported.map((each) => ({
    value: `${each.serial} ${each.input}`,
    label: `${each.place} · ${each.input} (${each.serial})`,
  }));
  const chosen = `${serial} ${input}`;
  return (
    <>
      {choices.length > 0 && (
        <Select
          label={t('form.reported')}
          placeholder={t('form.reported_hint')}
          searchable
          data={choices}
          value={choices.some(({ value }) => value === chosen) ? chosen : null}
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

function AlarmFields({ draft: { kinds, severities }, onChange }: Props) {
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
        onChange={(chosen) => onChange({ kinds: ALARM_KINDS.filter((kind) => chosen.includes(kind)) })}
      />
      <MultiSelect
        label={t('form.severities')}
        placeholder={severities.length === 0 ? t('form.severities_hint') : ''}
        data={ALARM_SEVERITIES.map((severity) => ({ value: severity, label: t(`alarms:severity.${severity}`) }))}
        value={[...severities]}
        onChange={(chosen) =>
          onChange({ severities: ALARM_SEVERITIES.filter((severity) => chosen.includes(severity)) })
        }
      />
    </>
  );
}
