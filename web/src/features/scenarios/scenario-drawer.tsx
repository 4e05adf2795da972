import type { Scenario } from '@belfry/schemas/http/scenarios/scenarios';
import { Text } from '@mantine/core';
import { Section } from '../../kit/detail/index.ts';
import { useFailure } from '../../kit/list/index.ts';
import { PanelDrawer } from '../../kit/panel/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useAct } from '../../ui/use-act.ts';
import { Checked } from './checked.tsx';
import { ScenarioForm } from './scenario-form.tsx';
import { useChangeScenarioMutation, useCheckScenarioQuery, useRemoveScenarioMutation } from './scenarios-api.ts';

/** What a scenario does, and who and what it would not reach now. */
export function ScenarioDrawer({ scenario, onClose }: { scenario: Scenario; onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const failureOf = useFailure();
  const { act } = useAct({ parallel: true });
  const [change, changing] = useChangeScenarioMutation();
  const [remove] = useRemoveScenarioMutation();
  const { id, name, icon, colour, actions, drill, two_people, enabled, disabled_reason, revision } = scenario;
  const check = useCheckScenarioQuery(id, { refetchOnMountOrArgChange: true });
  const failure = failureOf(check, t('check_failed'));
  const failed = t('failed');
  const missed = check.data?.actions.reduce((sum, { missed_total }) => sum + missed_total, 0) ?? 0;
  const text = enabled
    ? missed > 0
      ? t('misses', { count: missed })
      : t('on')
    : t(`off_by.${disabled_reason ?? 'person'}`);
  return (
    <PanelDrawer
      thing={scenario}
      state={{ state: !enabled ? 'off' : missed > 0 ? 'look' : 'ok', text }}
      primary={{ label: t('edit'), renderForm: (close) => <ScenarioForm scenario={scenario} onClose={close} /> }}
      entries={[
        {
          label: t(enabled ? 'turn_off' : 'turn_on'),
          loading: changing.isLoading,
          act: () => {
            const fields = { id, name, icon, colour, actions, drill, two_people, revision };
            return act(() => change({ ...fields, enabled: !enabled }), { failed });
          },
        },
      ]}
      removal={{
        label: t('remove'),
        question: { title: t('remove_of', { name }), text: t('remove_text') },
        call: () => remove(id),
        failed,
      }}
      onClose={onClose}
    >
      <Section title={t('check')}>
        {failure && <ErrorState {...failure} />}
        {check.data ? <Checked check={check.data} /> : !failure && <LineSkeletons count={3} height={20} />}
      </Section>
      <Section>
        <Text size="sm" c="dimmed">
          {[t('created', { name: scenario.created_by ?? '' }), moment(scenario.created_at)].join(' · ')}
        </Text>
      </Section>
    </PanelDrawer>
  );
}
