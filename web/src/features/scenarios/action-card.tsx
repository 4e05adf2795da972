import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { SCENARIO_DELAY_MAX_S } from '@belfry/schemas/http/scenarios/actions';
import { Group, Menu, NumberInput, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { DotsMenu } from '../../ui/dots-menu.tsx';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { ActionFields } from './action-fields.tsx';
import classes from './scenarios.module.css';

type Props = {
  action: ScenarioAction;
  number: number;
  onChange: (action: ScenarioAction) => void;
  onRemove: () => void;
  /** Null where there is nothing to go to. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

const AFTER = ['press', 'previous'] as const;

/** One action: what it does, and when it starts. */
export function ActionCard({ action, number, onChange, onRemove, onUp, onDown }: Props) {
  const { t } = useTranslation('scenarios');
  const title = `${number}. ${t(`kind.${action.kind}`)}`;
  return (
    <section className={classes.action} aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>{title}</Text>
          <DotsMenu isInside>
            {onUp && <Menu.Item onClick={onUp}>{t('up')}</Menu.Item>}
            {onDown && <Menu.Item onClick={onDown}>{t('down')}</Menu.Item>}
            <Menu.Item color="error" onClick={onRemove}>
              {t('remove_action')}
            </Menu.Item>
          </DotsMenu>
        </Group>
        <ActionFields action={action} onChange={onChange} />
        <Group gap="sm" align="flex-end">
          <NumberInput
            label={t('after_s')}
            min={0}
            max={SCENARIO_DELAY_MAX_S}
            allowDecimal={false}
            value={action.after_s}
            onChange={(value) => onChange({ ...action, after_s: Number(value) || 0 })}
          />
          {number > 1 && (
            <FilterSelect
              label={t('after')}
              choices={AFTER}
              value={action.after}
              labelOf={(each) => t(`after_of.${each}`)}
              onChange={(after) => onChange({ ...action, after })}
            />
          )}
        </Group>
      </Stack>
    </section>
  );
}
