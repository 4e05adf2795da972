import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { SCENARIO_DELAY_MAX_S } from '@belfry/schemas/http/scenarios/actions';
import { Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { DotsMenu } from '../../ui/dots-menu.tsx';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { ActionFields } from './action-fields.tsx';
import { NumberField } from './action-inputs.tsx';
import { clock, isComplete } from './scenario-draft.ts';
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

/** What an action says or writes, to how many, and when. */
function useSentence() {
  const { t } = useTranslation(['scenarios', 'dry-run']);
  return (action: ScenarioAction): string => {
    const said =
      'subject' in action ? action.subject : 'title' in action ? action.title : 'text' in action ? action.text : '';
    const later = action.after === 'previous' ? 'later_previous' : 'later_press';
    return [
      said?.trim() && t('dry-run:quoted', { name: said.trim() }),
      'targets' in action &&
        t('places', {
          number: action.targets.nodes.length + action.targets.groups.length + action.targets.devices.length,
        }),
      'recipients' in action &&
        t('recipients', { number: Object.values(action.recipients).reduce((sum, { length }) => sum + length, 0) }),
      action.after === 'press' && action.after_s === 0 ? t('at_once') : t(later, { time: clock(action.after_s) }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** One action as a sentence, which opens to what it does, and when it starts. */
export function ActionCard({ action, number, onChange, onRemove, onUp, onDown }: Props) {
  const { t } = useTranslation('scenarios');
  const sentenceOf = useSentence();
  const [isOpen, setIsOpen] = useState(!isComplete(action));
  const title = `${number}. ${t(`kind.${action.kind}`)}`;
  return (
    <section className={classes.action} aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <UnstyledButton className={classes.sentence ?? ''} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Text component="span" fw={600}>
              {title}
            </Text>
            <Text component="span">{` · ${sentenceOf(action)}`}</Text>
          </UnstyledButton>
          <DotsMenu isInside>
            {onUp && <Menu.Item onClick={onUp}>{t('up')}</Menu.Item>}
            {onDown && <Menu.Item onClick={onDown}>{t('down')}</Menu.Item>}
            <Menu.Item color="error" onClick={onRemove}>
              {t('remove_action')}
            </Menu.Item>
          </DotsMenu>
        </Group>
        {isOpen && (
          <>
            <ActionFields action={action} onChange={onChange} />
            <Group gap="sm" align="flex-end">
              <NumberField
                label={t('after_s')}
                min={0}
                max={SCENARIO_DELAY_MAX_S}
                value={action.after_s}
                ifEmpty={0}
                onChange={(after_s) => onChange({ ...action, after_s })}
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
          </>
        )}
      </Stack>
    </section>
  );
}
