import type { Scenario } from '@belfry/schemas/http/scenarios/scenarios';
import { Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { Detail, Section } from '../../kit/detail/index.ts';
import { useFailure } from '../../kit/list/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
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
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null);
  const { id, name, icon, colour, actions, drill, two_people, enabled, disabled_reason, revision } = scenario;
  const check = useCheckScenarioQuery(id, { refetchOnMountOrArgChange: true });
  const failure = failureOf(check, t('check_failed'));
  const failed = t('failed');
  const turn = async (): Promise<void> => {
    const fields = { id, name, icon, colour, actions, drill, two_people, revision };
    await act(() => change({ ...fields, enabled: !enabled }), { failed });
  };
  const missed = check.data?.actions.reduce((sum, { missed_total }) => sum + missed_total, 0) ?? 0;
  const text = enabled
    ? missed > 0
      ? t('misses', { count: missed })
      : t('on')
    : t(`off_by.${disabled_reason ?? 'person'}`);
  return (
    <>
      <Detail
        title={name}
        path={scenario.company_name}
        state={{ state: !enabled ? 'off' : missed > 0 ? 'look' : 'ok', text }}
        action={<Button onClick={() => setAsks('edit')}>{t('edit')}</Button>}
        menu={
          <>
            <Menu.Item disabled={changing.isLoading} onClick={() => void turn()}>
              {t(enabled ? 'turn_off' : 'turn_on')}
            </Menu.Item>
            <Menu.Item color="error" onClick={() => setAsks('remove')}>
              {t('remove')}
            </Menu.Item>
          </>
        }
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
      </Detail>
      {asks === 'edit' && <ScenarioForm scenario={scenario} onClose={() => setAsks(null)} />}
      {asks === 'remove' && (
        <ConfirmDialog
          opened
          title={t('remove_of', { name })}
          confirmLabel={t('remove')}
          tone="error"
          onConfirm={async () => {
            if ((await act(() => remove(id), { failed })) !== undefined) onClose();
          }}
          onClose={() => setAsks(null)}
        >
          {t('remove_text')}
        </ConfirmDialog>
      )}
    </>
  );
}
