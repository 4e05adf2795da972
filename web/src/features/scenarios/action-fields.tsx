import { CHIMES } from '@belfry/schemas/domain/announcements';
import { INPUT_NAME_MAX } from '@belfry/schemas/domain/inputs';
import {
  OUTPUT_DURATION_MAX_MS,
  OUTPUT_DURATION_MIN_MS,
  OUTPUT_PAUSE_MAX_MS,
  OUTPUT_PAUSE_MIN_MS,
  OUTPUT_PULSE_MS,
  OUTPUT_STATES,
} from '@belfry/schemas/domain/outputs';
import {
  CALL_OUT_BODY_MAX,
  MAIL_SUBJECT_MAX,
  SCENARIO_COLOURS,
  SCENARIO_SILENCE_MINUTES_MAX,
  SCENARIO_SMS_MAX,
  type ScenarioAction,
  type ScenarioActionOf as Of,
  SCREEN_TEXT_MAX,
} from '@belfry/schemas/http/scenarios/actions';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { What } from '../../kit/what/index.ts';
import { Where } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { useGetEmergencyQuery } from '../announcements/emergency/emergency-api.ts';
import { LastsField, NumberField, TextField } from './action-inputs.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { useGetDestinationsQuery } from './scenarios-api.ts';

type Props<A extends ScenarioAction = ScenarioAction> = { action: A; onChange: (action: A) => void };

/** What is to be permitted at the places of an action. */
const RIGHTS = { say: 'speak', emergency: 'emergency', chime: 'speak', output: 'operate', screen: 'speak' } as const;

/** The fields of what an action does, and where. */
export function ActionFields({ action, onChange }: Props) {
  const { t } = useTranslation('scenarios');
  return (
    <>
      <KindFields action={action} onChange={onChange} />
      {'targets' in action && (
        <Where
          right={RIGHTS[action.kind]}
          label={t('where')}
          value={action.targets}
          onChange={(targets) =>
            onChange({ ...action, targets: { ...action.targets, ...targets } as typeof action.targets })
          }
        />
      )}
    </>
  );
}

function KindFields({ action, onChange }: Props) {
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
        <NumberField
          label={t('minutes')}
          min={1}
          max={SCENARIO_SILENCE_MINUTES_MAX}
          value={action.minutes}
          ifEmpty={1}
          onChange={(minutes) => onChange({ ...action, minutes })}
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
  return (
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
  );
}

function EmergencyFields({ action, onChange }: Props<Of<'emergency'>>) {
  const { t } = useTranslation('scenarios');
  const { data } = useGetEmergencyQuery();
  return (
    <Select
      required
      searchable
      label={t('prepared')}
      data={(data?.messages ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={action.message_id === 0 ? null : String(action.message_id)}
      onChange={(id) => onChange({ ...action, message_id: Number(id ?? 0) })}
      nothingFoundMessage={t('prepared_none')}
    />
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
      <NumberField
        label={t('lasts_s')}
        min={5}
        max={3_600}
        value={action.lasts_s}
        ifEmpty={5}
        onChange={(lasts_s) => onChange({ ...action, lasts_s })}
      />
    </>
  );
}

/** A pattern is a pulse with pauses. */
const STATES = [...OUTPUT_STATES, 'pattern'] as const;
/** Of a new pattern: so long on, and so long off. */
const PATTERN_MS = 500;

/** Which output is switched, and for how long. */
function OutputFields({ action, onChange }: Props<Of<'output'>>) {
  const { t } = useTranslation('scenarios');
  const isPattern = action.state === 'pulse' && action.pause_ms !== undefined;
  return (
    <>
      <TextInput
        required
        label={t('output')}
        description={t('output_hint')}
        maxLength={INPUT_NAME_MAX}
        value={action.output}
        onChange={({ currentTarget }) => onChange({ ...action, output: currentTarget.value.toLowerCase() })}
      />
      <FilterSelect
        label={t('output_state')}
        choices={STATES}
        value={isPattern ? 'pattern' : action.state}
        labelOf={(each) => t(`output_states.${each}`)}
        onChange={(state) => {
          const { duration_ms: _duration, pause_ms: _pause, lasts_s: _lasts, ...rest } = action;
          onChange(
            state === 'pattern'
              ? { ...rest, state: 'pulse', duration_ms: PATTERN_MS, pause_ms: PATTERN_MS }
              : { ...rest, state },
          );
        }}
      />
      {action.state === 'pulse' && (
        <NumberField
          label={t('duration_ms')}
          min={OUTPUT_DURATION_MIN_MS}
          max={OUTPUT_DURATION_MAX_MS}
          value={action.duration_ms}
          ifEmpty={OUTPUT_PULSE_MS}
          onChange={(duration_ms) => onChange({ ...action, duration_ms })}
        />
      )}
      {isPattern && (
        <NumberField
          label={t('pause_ms')}
          min={OUTPUT_PAUSE_MIN_MS}
          max={OUTPUT_PAUSE_MAX_MS}
          value={action.pause_ms}
          ifEmpty={PATTERN_MS}
          onChange={(pause_ms) => onChange({ ...action, pause_ms })}
        />
      )}
      {(action.state === 'on' || isPattern) && (
        <LastsField value={action.lasts_s} onChange={(lasts_s) => onChange({ ...action, lasts_s })} />
      )}
    </>
  );
}

/** What displays show, and for how long. */
function ScreenFields({ action, onChange }: Props<Of<'screen'>>) {
  const { t } = useTranslation('scenarios');
  return (
    <>
      <TextField max={SCREEN_TEXT_MAX} value={action.text} onChange={(text) => onChange({ ...action, text })} />
      <FilterSelect
        label={t('colour')}
        choices={SCENARIO_COLOURS}
        value={action.colour}
        labelOf={(each) => t(`colours.${each}`)}
        onChange={(colour) => onChange({ ...action, colour })}
      />
      <LastsField value={action.lasts_s} onChange={(lasts_s) => onChange({ ...action, lasts_s })} />
    </>
  );
}

function MessageFields({ action, onChange }: Props<Of<'sms'> | Of<'mail'> | Of<'push'>>) {
  const { t } = useTranslation('scenarios');
  return (
    <>
      {action.kind !== 'sms' && (
        <TextInput
          required
          label={t('subject')}
          maxLength={MAIL_SUBJECT_MAX}
          value={action.kind === 'mail' ? action.subject : action.title}
          onChange={({ currentTarget: { value } }) =>
            onChange(action.kind === 'mail' ? { ...action, subject: value } : { ...action, title: value })
          }
        />
      )}
      <TextField
        max={action.kind === 'mail' ? 5_000 : SCENARIO_SMS_MAX}
        value={action.text}
        onChange={(text) => onChange({ ...action, text })}
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
      <TextField
        required={false}
        max={action.kind === 'chat' ? 4_000 : CALL_OUT_BODY_MAX}
        value={action.kind === 'chat' ? action.text : action.body}
        onChange={(text) => onChange(action.kind === 'chat' ? { ...action, text } : { ...action, body: text })}
      />
    </>
  );
}
