import { CHIMES } from '@belfry/schemas/domain/announcements';
import { SCENARIO_SMS_MAX, type ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { What } from '../../kit/what/index.ts';
import { Where } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { useGetEmergencyQuery } from '../announcements/emergency/emergency-api.ts';
import { OutputFields } from './output-fields.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { ScreenFields } from './screen-fields.tsx';
import { useGetDestinationsQuery } from './scenarios-api.ts';

type Of<K extends ScenarioAction['kind']> = Extract<ScenarioAction, { kind: K }>;
type Props<A extends ScenarioAction = ScenarioAction> = { action: A; onChange: (action: A) => void };

/** The fields of what an action does. */
export function ActionFields({ action, onChange }: Props) {
  const { t } = useTranslation('scenarios');
  switch (action.kind) {
    case 'say':
      return <SayFields action={action} onChange={onChange} />;
    case 'emergency':
      return <EmergencyFields action={action} onChange={onChange} />;
    case 'chime':
      return <ChimeFields action={action} onChange={onChange} />;
    case 'silence':
      return (
        <NumberInput
          label={t('minutes')}
          min={1}
          max={10_080}
          allowDecimal={false}
          value={action.minutes}
          onChange={(minutes) => onChange({ ...action, minutes: Number(minutes) || 1 })}
        />
      );
    case 'output':
      return <OutputFields action={action} onChange={onChange} />;
    case 'screen':
      return <ScreenFields action={action} onChange={onChange} />;
    case 'sms':
    case 'mail':
    case 'push':
      return <MessageFields action={action} onChange={onChange} />;
    case 'chat':
    case 'http':
      return <CallFields action={action} onChange={onChange} />;
    default:
      return null;
  }
}

function SayFields({ action, onChange }: Props<Of<'say'>>) {
  const { t } = useTranslation('scenarios');
  return (
    <>
      <What
        sounds={false}
        value={
          action.message_id === undefined
            ? { kind: 'text', text: action.text ?? '' }
            : { kind: 'message', id: action.message_id }
        }
        onChange={(said) => {
          const { message_id: _message, text: _text, ...rest } = action;
          if (said.kind === 'message') onChange({ ...rest, message_id: said.id });
          if (said.kind === 'text') onChange({ ...rest, text: said.text });
        }}
      />
      <Where
        right="speak"
        label={t('where')}
        value={action.targets}
        onChange={(targets) =>
          onChange({ ...action, targets: { ...action.targets, ...targets } as typeof action.targets })
        }
      />
    </>
  );
}

function EmergencyFields({ action, onChange }: Props<Of<'emergency'>>) {
  const { t } = useTranslation('scenarios');
  const { data } = useGetEmergencyQuery();
  return (
    <>
      <Select
        required
        searchable
        label={t('prepared')}
        data={(data?.messages ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={action.message_id === 0 ? null : String(action.message_id)}
        onChange={(id) => onChange({ ...action, message_id: Number(id ?? 0) })}
        nothingFoundMessage={t('prepared_none')}
      />
      <Where
        right="emergency"
        label={t('where')}
        value={action.targets}
        onChange={(targets) =>
          onChange({ ...action, targets: { ...action.targets, ...targets } as typeof action.targets })
        }
      />
    </>
  );
}

const RUNG = CHIMES.filter((chime) => chime !== 'none');

function ChimeFields({ action, onChange }: Props<Of<'chime'>>) {
  const { t } = useTranslation(['scenarios', 'library']);
  return (
    <>
      <FilterSelect
        label={t('chime')}
        choices={RUNG}
        value={action.chime}
        labelOf={(each) => t(`library:chimes.${each}`)}
        onChange={(chime) => onChange({ ...action, chime })}
      />
      <NumberInput
        label={t('lasts_s')}
        min={5}
        max={3_600}
        allowDecimal={false}
        value={action.lasts_s}
        onChange={(value) => onChange({ ...action, lasts_s: Number(value) || 5 })}
      />
      <Where
        right="speak"
        label={t('where')}
        value={action.targets}
        onChange={(targets) =>
          onChange({ ...action, targets: { ...action.targets, ...targets } as typeof action.targets })
        }
      />
    </>
  );
}

function MessageFields({ action, onChange }: Props<Of<'sms'> | Of<'mail'> | Of<'push'>>) {
  const { t } = useTranslation('scenarios');
  return (
    <>
      {action.kind === 'mail' && (
        <TextInput
          required
          label={t('subject')}
          maxLength={120}
          value={action.subject}
          onChange={({ currentTarget }) => onChange({ ...action, subject: currentTarget.value })}
        />
      )}
      {action.kind === 'push' && (
        <TextInput
          required
          label={t('subject')}
          maxLength={120}
          value={action.title}
          onChange={({ currentTarget }) => onChange({ ...action, title: currentTarget.value })}
        />
      )}
      <Textarea
        required
        label={t('written')}
        autosize
        minRows={2}
        maxLength={action.kind === 'mail' ? 5_000 : SCENARIO_SMS_MAX}
        value={action.text}
        onChange={({ currentTarget }) => onChange({ ...action, text: currentTarget.value })}
      />
      <RecipientFields value={action.recipients} onChange={(recipients) => onChange({ ...action, recipients })} />
      {action.kind !== 'push' && (
        <Checkbox
          label={t('asks')}
          description={t('asks_hint')}
          checked={action.asks}
          onChange={({ currentTarget }) => onChange({ ...action, asks: currentTarget.checked })}
        />
      )}
    </>
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function CallFields({ action, onChange }: Props<Of<'chat'> | Of<'http'>>) {
  const { t } = useTranslation('scenarios');
  const { data = [] } = useGetDestinationsQuery();
  const offered = data.filter(({ service }) => (service === 'http') === (action.kind === 'http'));
  return (
    <>
      <Select
        required
        searchable
        label={t('destination')}
        description={offered.length === 0 ? t('destination_none') : undefined}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={action.destination_id === 0 ? null : String(action.destination_id)}
        onChange={(id) => onChange({ ...action, destination_id: Number(id ?? 0) })}
      />
      {action.kind === 'http' && (
        <FilterSelect
          label={t('method')}
          choices={METHODS}
          value={action.method}
          labelOf={(each) => each}
          onChange={(method) => onChange({ ...action, method })}
        />
      )}
      <Textarea
        label={t('written')}
        autosize
        minRows={2}
        maxLength={action.kind === 'chat' ? 4_000 : 16_384}
        value={action.kind === 'chat' ? action.text : action.body}
        onChange={({ currentTarget: { value } }) =>
          onChange(action.kind === 'chat' ? { ...action, text: value } : { ...action, body: value })
        }
      />
    </>
  );
}
