import type { ScenarioReceipt, ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Dot, type RowState, useFailure } from '../../kit/list/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PageHeading } from '../../ui/tabbed-page.tsx';
import { useAct } from '../../ui/use-act.ts';
import { ReportButton } from './report-button.tsx';
import { runStateOf } from './scenario-texts.ts';
import {
  useConfirmScenarioMutation,
  useDeclineScenarioMutation,
  useEndScenarioMutation,
  useGetScenarioRunQuery,
} from './scenarios-api.ts';
import classes from './scenarios.module.css';

/** Receipts change with the carriers, of which nobody tells. */
const POLLING_MS = 2_000;
const SHOWN = 100;

/** One run: every action with its state, every recipient with its receipt. */
export function ScenarioRunPage() {
  const { t } = useTranslation('scenarios');
  const { id = '' } = useParams();
  const failureOf = useFailure();
  const [isOver, setIsOver] = useState(false);
  const query = useGetScenarioRunQuery(id, { pollingInterval: isOver ? 0 : POLLING_MS });
  const run = query.data;
  const open = run?.actions.some(({ receipts }) => receipts.some(({ state }) => state === 'queued')) ?? true;
  const over = run !== undefined && run.state !== 'running' && run.state !== 'confirming' && !open;
  if (over !== isOver) setIsOver(over);
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
        <ReportButton runId={id} />
        <Button variant="default" onClick={() => print()}>
          {t('print')}
        </Button>
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
          <Step key={action.index} action={action} />
        ))}
      </ol>
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

function Step({ action: { kind, what, state, reason, due_at, started_at, run_id, receipts } }: { action: Action }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const [all, setAll] = useState(false);
  const failed = receipts.filter((receipt) => receipt.state === 'failed').length;
  const shown = all ? receipts : receipts.slice(0, SHOWN);
  return (
    <li className={classes.step}>
      <div className={classes.head}>
        <Dot state={state === 'done' && failed > 0 ? 'look' : DOTS[state]} text={t(`action_state.${state}`)} />
        <Text component="span" fw={600}>
          {t(`kind.${kind}`)}
        </Text>
        <Text component="span">{what}</Text>
        <Text component="span" size="sm" c="dimmed">
          {moment(started_at ?? due_at)}
        </Text>
        {run_id !== null && <TextLink to={`/activity?view=said&open=said:${run_id}`}>{t('announcement')}</TextLink>}
      </div>
      {reason !== null && <Text size="sm">{reason}</Text>}
      {receipts.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {failed === 0
              ? t('receipts', { count: receipts.length })
              : t('receipts_failed', { count: receipts.length, failed })}
          </Text>
          <table className={classes.receipts}>
            <tbody>
              {shown.map((receipt) => (
                <Receipt key={`${receipt.who} ${receipt.state} ${receipt.reason}`} receipt={receipt} />
              ))}
            </tbody>
          </table>
          {shown.length < receipts.length && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {t('show_all', { count: receipts.length })}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

const RECEIPT_DOTS: Record<ScenarioReceipt['state'], RowState> = {
  queued: 'look',
  accepted: 'ok',
  sent: 'ok',
  heard: 'ok',
  delivered: 'ok',
  acknowledged: 'ok',
  failed: 'wrong',
};

function Receipt({ receipt: { who, state, reason, at, answer, answer_text } }: { receipt: ScenarioReceipt }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const known = reason !== null && t(`missed.${reason as 'offline'}`, { defaultValue: reason });
  return (
    <tr>
      <td>
        <Dot state={RECEIPT_DOTS[state]} text={t(`receipt.${state}`)} />
      </td>
      <td>{who}</td>
      <td>{[answer && t(`answer.${answer}`), answer_text, known].filter(Boolean).join(' · ')}</td>
      <td className="tabular">{at === null ? '' : moment(at)}</td>
    </tr>
  );
}
