import type { ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import { Button, Group, Stack, Text } from '@mantine/core';
import { startTransition, useState } from 'react';
import { useParams } from 'react-router';
import { Dot, type RowState, useFailure } from '../../kit/list/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useReceiptTitle } from '../../kit/receipt/index.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PageHeading } from '../../ui/tabbed-page.tsx';
import { useAct } from '../../ui/use-act.ts';
import { PrintButton, PrintedReceipts } from './printed-receipts.tsx';
import { ReportButton } from './report-button.tsx';
import { POLLING_MS, RunReceipts } from './run-receipts.tsx';
import { runStateOf } from './scenario-texts.ts';
import {
  useAskScenarioAgainMutation,
  useConfirmScenarioMutation,
  useDeclineScenarioMutation,
  useEndScenarioMutation,
  useGetScenarioRunQuery,
} from './scenarios-api.ts';
import classes from './scenarios.module.css';

/** One run: every action with its state, every recipient with its receipt. */
export function ScenarioRunPage() {
  const { t } = useTranslation('scenarios');
  const { id = '' } = useParams();
  const failureOf = useFailure();
  const [isOpen, setIsOpen] = useState(false);
  const query = useGetScenarioRunQuery(id, { pollingInterval: isOpen ? POLLING_MS : 0 });
  const run = query.data;
  const open = run?.actions.some(({ open: waiting }) => waiting > 0) ?? false;
  if (open !== isOpen) setIsOpen(open);
  const failure = failureOf(query, t('load_error'));
  return (
    <Stack gap="md">
      <PageHeading title={run?.name ?? t('run')} />
      {failure && !run && <ErrorState {...failure} />}
      {run ? <Run run={run} /> : !failure && <LineSkeletons count={6} height={40} />}
    </Stack>
  );
}

function Run({ run }: { run: ScenarioRun }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const { act, pending } = useAct();
  const [confirm] = useConfirmScenarioMutation();
  const [decline] = useDeclineScenarioMutation();
  const [end] = useEndScenarioMutation();
  const [askAgain] = useAskScenarioAgainMutation();
  const [printed, setPrinted] = useState<{ run: ScenarioRun; at: number } | null>(null);
  const { scenario_run_id: id, answers } = run;
  const failed = t('failed');
  const stop = (): Promise<unknown> =>
    act(() => end(id), {
      failed,
      done: ({ kept }) => {
        const sent = kept.reduce((sum, { sent: count }) => sum + count, 0);
        return sent === 0 ? t('ended_all') : t('ended_kept', { count: sent });
      },
    });
  const ask = (): Promise<unknown> =>
    act(() => askAgain(id), { failed, done: ({ people }) => t('asked_again', { count: people }) });
  return (
    <>
      <Group gap="md">
        <Dot
          state={runStateOf(run)}
          text={[t(`state.${run.state}`), run.drill ? t('is_drill') : null].filter(Boolean).join(' · ')}
        />
        <PlaceName place={{ id: run.company_id, name: run.company_name }} />
        <Text size="sm" c="dimmed">
          {[moment(run.created_at), run.started_by, run.confirmed_by && t('confirmed_by', { name: run.confirmed_by })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      <Group gap="sm" className={classes.before ?? ''}>
        {run.may_confirm && (
          <>
            <Button color="error" loading={pending} onClick={() => void act(() => confirm(id), { failed })}>
              {t('confirm')}
            </Button>
            <Button variant="default" disabled={pending} onClick={() => void act(() => decline(id), { failed })}>
              {t('decline')}
            </Button>
          </>
        )}
        {run.state === 'confirming' && !run.may_confirm && <Text>{t('waits_for_second')}</Text>}
        {run.actions.some(({ may_end }) => may_end) && (
          <Button color="dark" loading={pending} onClick={() => void stop()}>
            {t('end')}
          </Button>
        )}
        {run.may_ask_again && (
          <Button variant="default" loading={pending} onClick={() => void ask()}>
            {t('ask_again', { count: answers?.open ?? 0 })}
          </Button>
        )}
        <ReportButton runId={id} />
        <PrintButton runId={id} onLoad={(all) => startTransition(() => setPrinted(all))} />
      </Group>
      {answers && (
        <Text>
          {[
            t('answers.have_it', { count: answers.have_it }),
            t('answers.safe', { count: answers.safe }),
            t('answers.help', { count: answers.help }),
            t('answers.open', { count: answers.open }),
          ].join(' · ')}
        </Text>
      )}
      <ol className={classes.steps}>
        {run.actions.map((action) => (
          <Step key={action.index} runId={id} action={action} isAsking={answers !== null} />
        ))}
      </ol>
      {printed && <PrintedReceipts key={printed.at} run={printed.run} />}
    </>
  );
}

type Action = ScenarioRun['actions'][number];

const DOTS: Record<Action['state'], RowState> = {
  waiting: 'off',
  working: 'look',
  active: 'look',
  done: 'ok',
  failed: 'wrong',
  ended: 'off',
  cancelled: 'off',
  recorded: 'off',
};

type StepProps = { runId: string; action: Action; isAsking: boolean };

function Step({ runId, action, isAsking }: StepProps) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const reasonOf = useReasonText();
  const titleOf = useReceiptTitle();
  const { kind, what, untyped, body, state, reason, due_at, started_at, run_id, total, failed } = action;
  return (
    <li className={classes.step}>
      <div className={classes.head}>
        <Dot state={state === 'done' && failed > 0 ? 'look' : DOTS[state]} text={t(`action_state.${state}`)} />
        <Text component="span" fw={600}>
          {t(`kind.${kind}`)}
        </Text>
        <Text component="span">{titleOf({ title: what, untyped })}</Text>
        <Text component="span" size="sm" c="dimmed">
          {moment(started_at ?? due_at)}
        </Text>
        {run_id !== null && <TextLink to={`/activity?view=said&open=said:${run_id}`}>{t('announcement')}</TextLink>}
      </div>
      {body !== null && (
        <Text size="sm" className={classes.body ?? ''}>
          {body}
        </Text>
      )}
      {reason !== null && <Text size="sm">{reasonOf(reason)}</Text>}
      {total > 0 && <RunReceipts runId={runId} action={action} isAsking={isAsking} />}
    </li>
  );
}
