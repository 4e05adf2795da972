import {
  SCENARIO_COLOURS,
  SCENARIO_LASTS_MAX_S,
  type ScenarioActionOf,
  SCREEN_TEXT_MAX,
} from '@belfry/schemas/http/scenarios/actions';
import { NumberInput, Textarea } from '@mantine/core';
import { Where } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';

type Shown = ScenarioActionOf<'screen'>;
type Props = { action: Shown; onChange: (action: Shown) => void };

/** What the displays of which places show, and for how long. */
export function ScreenFields({ action, onChange }: Props) {
  const { t } = useTranslation('scenarios');
  return (
    <>
      <Textarea
        required
        label={t('written')}
        autosize
        minRows={2}
        maxLength={SCREEN_TEXT_MAX}
        value={action.text}
        onChange={({ currentTarget }) => onChange({ ...action, text: currentTarget.value })}
      />
      <FilterSelect
        label={t('colour')}
        choices={SCENARIO_COLOURS}
        value={action.colour}
        labelOf={(each) => t(`colours.${each}`)}
        onChange={(colour) => onChange({ ...action, colour })}
      />
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
