import { INPUT_NAME_MAX } from '@belfry/schemas/domain/inputs';
import {
  OUTPUT_DURATION_MAX_MS,
  OUTPUT_DURATION_MIN_MS,
  OUTPUT_PAUSE_MAX_MS,
  OUTPUT_PAUSE_MIN_MS,
  OUTPUT_PULSE_MS,
  OUTPUT_STATES,
} from '@belfry/schemas/domain/outputs';
import { SCENARIO_LASTS_MAX_S, type ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import { NumberInput, TextInput } from '@mantine/core';
import { Where } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';

type Output = ScenarioActionOf<'output'>;
type Props = { action: Output; onChange: (action: Output) => void };

/** A pattern is a pulse with pauses. */
const STATES = [...OUTPUT_STATES, 'pattern'] as const;
/** Of a new pattern: so long on, and so long off. */
const PATTERN_MS = 500;

/** Which output of which loudspeakers is switched, and for how long. */
export function OutputFields({ action, onChange }: Props) {
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
        <NumberInput
          label={t('duration_ms')}
          min={OUTPUT_DURATION_MIN_MS}
          max={OUTPUT_DURATION_MAX_MS}
          allowDecimal={false}
          value={action.duration_ms ?? OUTPUT_PULSE_MS}
          onChange={(value) => onChange({ ...action, duration_ms: Number(value) || OUTPUT_PULSE_MS })}
        />
      )}
      {isPattern && (
        <NumberInput
          label={t('pause_ms')}
          min={OUTPUT_PAUSE_MIN_MS}
          max={OUTPUT_PAUSE_MAX_MS}
          allowDecimal={false}
          value={action.pause_ms ?? PATTERN_MS}
          onChange={(value) => onChange({ ...action, pause_ms: Number(value) || PATTERN_MS })}
        />
      )}
      {(action.state === 'on' || isPattern) && (
        <NumberInput
          label={t('output_lasts')}
          min={5}
          max={SCENARIO_LASTS_MAX_S}
          allowDecimal={false}
          value={action.lasts_s ?? ''}
          onChange={(value) => {
            const { lasts_s: _none, ...rest } = action;
            onChange(value === '' ? rest : { ...rest, lasts_s: Number(value) });
          }}
        />
      )}
      <Where
        right="operate"
        label={t('where')}
        value={action.targets}
        onChange={(targets) =>
          onChange({ ...action, targets: { ...action.targets, ...targets } as typeof action.targets })
        }
      />
    </>
  );
}
