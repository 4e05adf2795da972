import { useAct } from '../../ui/use-act.ts';
import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { Group, Text } from '@mantine/core';
import { Section, Technical } from '../../kit/detail/index.ts';
import { Dot, type RowState } from '../../kit/list/index.ts';
import { PanelDrawer } from '../../kit/panel/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import { type Fact, Facts } from '../../ui/card.tsx';
import { FeedAlerts, FeedState } from '../alert-feeds/index.ts';
import { HookCall } from './hook-secret.tsx';
import { type ShownHook, shownHookOf } from './parts.ts';
import { needsConfirmation } from './trigger-draft.ts';
import { TriggerForm } from './trigger-form.tsx';
import { useOffReason, useTriggerState, useTriggerTexts } from './trigger-texts.ts';
import {
  useChangeTriggerMutation,
  useRemoveTriggerMutation,
  useRotateTriggerSecretMutation,
  useTestTriggerMutation,
  triggersApi,
} from './triggers-api.ts';
import type { TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import type { FiringState } from '@belfry/schemas/domain/firings';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { NO_FILTERS, useLocalPage } from '../../lib/list-address.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import rows from '../../ui/lists/text-row.module.css';
import classes from './triggers.module.css';

type Props = {
  trigger: Trigger;
  onHook: (hook: ShownHook | null) => void;
  onClose: () => void;
};

export function TriggerDrawer({ trigger, onHook, onClose }: Props) {
  const { t } = useTranslation(['triggers', 'alert-feeds']);
  const reason = useOffReason()(trigger);
  const { state, text } = useTriggerState()(trigger);
  const { act } = useAct({ parallel: true });
  const [change, changing] = useChangeTriggerMutation();
  const [test, testing] = useTestTriggerMutation();
  const [rotate] = useRotateTriggerSecretMutation();
  const [remove] = useRemoveTriggerMutation();
  const { id, name, source, action, mode, drill, enabled, revision, hook_path } = trigger;
  const risky = needsConfirmation(trigger);
  const failed = t('failed');
  const asking = (question: 'turn_on' | 'rotate' | 'remove') => ({
    label: t(`questions.${question}.do`),
    question: { title: t(`questions.${question}.title`, { name }), text: t(`questions.${question}.text`) },
  });
  const turning = {
    loading: changing.isLoading,
    act: () => {
      const fields = { name, source, action, mode, drill, confirmed: !enabled && risky };
      const done = t(enabled ? 'done.off' : 'done.on', { name });
      return act(() => change({ id, ...fields, enabled: !enabled, revision }), { done, failed });
    },
  };
  return (
    <PanelDrawer
      thing={trigger}
      state={{ state, text: reason === null ? text : `${text} · ${reason}` }}
      primary={{
        label: t('test'),
        loading: testing.isLoading,
        act: () => act(() => test(id), { done: t('done.test', { name }), failed }),
      }}
      entries={[
        { label: t('edit'), renderForm: (close) => <TriggerForm trigger={trigger} onHook={onHook} onClose={close} /> },
        !enabled && risky
          ? { ...asking('turn_on'), ...turning, tone: 'warning' }
          : { label: t(enabled ? 'turn_off' : 'questions.turn_on.do'), ...turning },
        hook_path !== null && {
          ...asking('rotate'),
          act: async () => {
            const data = await act(() => rotate(id), { failed });
            if (data !== undefined) onHook(shownHookOf(data));
          },
        },
      ]}
      removal={{ ...asking('remove'), call: () => remove(id), done: t('done.remove', { name }), failed }}
      onClose={onClose}
    >
      <FeedState trigger={trigger} />
      <Section>
        <Facts facts={useFacts(trigger)} />
      </Section>
      {trigger.hook_path !== null && (
        <Technical>
          <HookCall path={trigger.hook_path} />
        </Technical>
      )}
      {trigger.source.type === 'alert_feed' && (
        <Section title={t('alert-feeds:alerts.title')}>
          <FeedAlerts id={trigger.id} />
        </Section>
      )}
      <Section title={t('history.title')}>
        <TriggerFirings id={trigger.id} />
      </Section>
    </PanelDrawer>
  );
}

function useFacts(trigger: Trigger): Fact[] {
  const { t } = useTranslation('triggers');
  const texts = useTriggerTexts();
  const { moment } = useTimes();
  const { company_id, company_name, previous_secret_until, created_by, created_at } = trigger;
  const facts: (Fact | null)[] = [
    [t('form.place'), <PlaceName key="place" place={{ id: company_id, name: company_name }} />],
    [t('form.starts'), texts.source(trigger)],
    [t('form.does'), texts.action(trigger)],
    previous_secret_until === null ? null : [t('facts.two_secrets'), moment(previous_secret_until)],
    [t('facts.rights'), created_by ?? t('facts.nobody')],
    [t('facts.created'), moment(created_at)],
  ];
  return facts.filter((fact) => fact !== null);
}

const ROWS = 20;
const DOTS: Record<FiringState, RowState> = {
  queued: 'off',
  asking: 'look',
  started: 'ok',
  drill: 'ok',
  limited: 'look',
  too_old: 'off',
  declined: 'off',
  expired: 'off',
  refused: 'wrong',
  failed: 'wrong',
};

/** The history of a trigger, the newest first: each cause, and what became of it. */
function TriggerFirings({ id }: { id: number }) {
  const { t } = useTranslation('triggers');
  const errorText = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(triggersApi.endpoints.getTriggerFirings, {
    at,
    size: ROWS,
    ask: ({ page, page_size }) => ({ id, page, page_size }),
  });
  const none = (
    <Text size="sm" c="dimmed">
      {t('history.none')}
    </Text>
  );
  return (
    <RowList
      list={list}
      label={t('history.title')}
      keyOf={({ firing_id }) => firing_id}
      entry={classes.firing}
      waiting={<LineSkeletons count={5} height={44} />}
      failure={(error) => ({ message: errorText(error, t('history.load_error')) })}
      showing={(range) => t('history.showing', range)}
      empty={none}
    >
      {(firing) => <FiringRow firing={firing} />}
    </RowList>
  );
}

function FiringRow({ firing }: { firing: TriggerFiring }) {
  const { t } = useTranslation('triggers');
  const { moment } = useTimes();
  const { source, state, reason, at, details, decided_by, decided_at } = firing;
  const decided = decided_at === null ? null : [moment(decided_at), decided_by].filter((part) => part !== null);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <strong>{t(`from.${source}`)}</strong>
        <Dot state={DOTS[state]} text={t(`history.states.${state}`)} />
      </Group>
      <span className={rows.detail}>
        {[moment(at), ...textsIn(details)].join(' · ')}
        {decided !== null && ` · ${t('history.decided')}: ${decided.join(' · ')}`}
      </span>
      {reason !== null && <span>{reason}</span>}
    </>
  );
}

/** What is shown of the cause, where it is known. */
const DETAILS = ['serial', 'input', 'place', 'message_id', 'body', 'headline'] as const;
const DETAIL_MAX = 80;

const textsIn = (details: TriggerFiring['details']): string[] =>
  DETAILS.map((name) => details[name])
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, DETAIL_MAX));
