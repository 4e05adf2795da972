import {
  SCENARIO_ACTION_KINDS,
  SCENARIO_ACTIONS_MAX,
  SCENARIO_COLOURS,
  type ScenarioAction,
} from '@belfry/schemas/http/scenarios/actions';
import { type Scenario, SCENARIO_ICONS, SCENARIO_NAME_MAX } from '@belfry/schemas/http/scenarios/scenarios';
import { Button, Menu, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { More } from '../../kit/form/index.ts';
import { DialogForm } from '../../kit/panel/index.ts';
import { OnePlace, useFirstPlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { ActionCard } from './action-card.tsx';
import { DraftCheck } from './draft-check.tsx';
import { draftOf, isComplete, NEW_ACTIONS, type ScenarioDraft } from './scenario-draft.ts';
import type { ScenarioExample } from './scenario-examples.tsx';
import { useChangeScenarioMutation, useCreateScenarioMutation } from './scenarios-api.ts';
import { Timeline } from './timeline.tsx';
import classes from './scenarios.module.css';

/** `example`: what a new one begins with, at a place. */
type Props = { scenario?: Scenario; example?: ScenarioExample | undefined; onClose: () => void };

const UNEDITED: Partial<ScenarioDraft> = {};

export function ScenarioForm({ scenario, example, onClose }: Props) {
  const { t } = useTranslation('scenarios');
  const [create] = useCreateScenarioMutation();
  const [change] = useChangeScenarioMutation();
  const { first } = useFirstPlace();
  const [chosen, setNode] = useState<number | null | undefined>(scenario?.company_id);
  const node = chosen === undefined && example ? first : (chosen ?? null);
  const [edited, setEdited] = useState(UNEDITED);
  const draft = { ...(example?.(node) ?? draftOf(scenario)), ...edited };
  const edit = (changed: Partial<ScenarioDraft>): void => {
    setEdited((now) => ({ ...now, ...changed }));
  };
  const { actions } = draft;
  /** Of each action, so that what is typed stays with it where it moves. */
  const [keys, setKeys] = useState(() => actions.map((_action, index) => index));
  const replace = (index: number, action: ScenarioAction): void => edit({ actions: actions.with(index, action) });
  const remove = (index: number): void => {
    edit({ actions: actions.toSpliced(index, 1) });
    setKeys(keys.toSpliced(index, 1));
  };
  const add = (action: ScenarioAction): void => {
    edit({ actions: [...actions, action] });
    setKeys([...keys, Math.max(0, ...keys) + 1]);
  };
  const move = (index: number, by: -1 | 1): void => {
    const [moved] = actions.slice(index, index + 1);
    if (!moved) return;
    edit({ actions: actions.toSpliced(index, 1).toSpliced(index + by, 0, moved) });
    setKeys(keys.toSpliced(index, 1).toSpliced(index + by, 0, keys[index] ?? 0));
  };
  return (
    <DialogForm
      title={scenario ? t('edit_of', { name: scenario.name }) : t('create')}
      size={1_120}
      className={classes.editor}
      isDirty={edited !== UNEDITED}
      submitLabel={scenario ? t('save') : t('create')}
      call={
        actions.length === 0 || !actions.every(isComplete)
          ? null
          : scenario
            ? () => change({ id: scenario.id, ...draft, enabled: scenario.enabled, revision: scenario.revision })
            : node === null
              ? null
              : () => create({ ...draft, company_id: node })
      }
      failed={t('save_failed')}
      onClose={onClose}
      aside={
        <Stack gap="md" className={classes.aside ?? ''}>
          <section aria-label={t('timeline')}>
            <Text fw={600}>{t('timeline')}</Text>
            <Timeline actions={actions} />
          </section>
          <section aria-label={t('check')}>
            <Text fw={600}>{t('check')}</Text>
            <DraftCheck node={node} actions={actions} />
          </section>
        </Stack>
      }
    >
      <TextInput
        required
        data-autofocus
        label={t('name')}
        maxLength={SCENARIO_NAME_MAX}
        value={draft.name}
        onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
      />
      {scenario === undefined && (
        <OnePlace right="members" label={t('place')} hint={t('place_hint')} value={node} onChange={setNode} />
      )}
      <Text fw={600}>{t('does')}</Text>
      {actions.map((action, index) => (
        <ActionCard
          key={keys[index]}
          action={action}
          number={index + 1}
          onChange={(next) => replace(index, next)}
          onRemove={() => remove(index)}
          onUp={index > 0 ? () => move(index, -1) : null}
          onDown={index < actions.length - 1 ? () => move(index, 1) : null}
        />
      ))}
      {actions.length < SCENARIO_ACTIONS_MAX && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default">{t('add_action')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {SCENARIO_ACTION_KINDS.map((kind) => (
              <Menu.Item key={kind} onClick={() => add(NEW_ACTIONS[kind])}>
                {t(`kind.${kind}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Text size="xs" c="dimmed">
        {t('variables_hint')}
      </Text>
      <Switch
        label={t('two_people')}
        description={t('two_people_hint')}
        checked={draft.two_people}
        onChange={({ currentTarget }) => edit({ two_people: currentTarget.checked })}
      />
      <More what={t('more_fields')}>
        <FilterSelect
          label={t('icon')}
          choices={SCENARIO_ICONS}
          value={draft.icon}
          labelOf={(each) => t(`icons.${each}`)}
          onChange={(icon) => edit({ icon })}
        />
        <FilterSelect
          label={t('colour')}
          choices={SCENARIO_COLOURS}
          value={draft.colour}
          labelOf={(each) => t(`colours.${each}`)}
          onChange={(colour) => edit({ colour })}
        />
        <Switch
          label={t('always_drill')}
          checked={draft.drill}
          onChange={({ currentTarget }) => edit({ drill: currentTarget.checked })}
        />
      </More>
    </DialogForm>
  );
}
