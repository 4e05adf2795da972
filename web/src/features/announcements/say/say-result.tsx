import { missedOf } from '@belfry/schemas/http/announcements/receipts';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { HeardBar, useHeardState } from '../../../kit/receipt/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { nameWithPlace } from '../../../lib/name-with-place.ts';
import { useReason, useReasonText } from '../../../lib/reasons.ts';
import { selectSession } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useMay } from '../../teams/teams-api.ts';
import {
  type RunDetails,
  useGetAnnouncementRunQuery,
  useSayAgainMutation,
  useStopRunMutation,
} from '../announcements-api.ts';
import classes from './say.module.css';

const LIVE_PLACES = 50;
const NAMED = 5;
const shownOf = (runId: string) => ({ runId, page: 1, page_size: LIVE_PLACES });

/** Whether it is not over yet, so that a second press does not say it twice. */
export function useIsSounding(runId: string | null): boolean {
  const { data, isFetching } = useGetAnnouncementRunQuery(runId === null ? skipToken : shownOf(runId));
  return runId !== null && (data ? !data.receipt.is_over : isFetching);
}

type Props = {
  runId: string;
  /** It is said again, as another run. */
  onAgain: (runId: string) => void;
};

/** What became of what was said: first how many it has reached, then how many have heard it, and who has not and why. */
export function SayResult({ runId, onAgain }: Props) {
  const messageOf = useErrorMessage();
  const { data: run, error } = useGetAnnouncementRunQuery(shownOf(runId));
  if (error && !run) {
    return (
      <Alert color="error" role="alert">
        {messageOf(error)}
      </Alert>
    );
  }
  if (!run) return <Skeleton height={56} />;
  return <Result run={run} onAgain={onAgain} />;
}

function Result({ run, onAgain }: Omit<Props, 'runId'> & { run: RunDetails }) {
  const { t } = useTranslation('say');
  const describe = useReasonText();
  const stateOf = useHeardState();
  const { receipt } = run;
  const { other_voices: otherVoices, is_over: over } = receipt;
  const { state, text } = stateOf(receipt);
  return (
    <section className={classes.result} aria-label={t('result')}>
      <Group justify="space-between" gap="sm">
        <output className={classes.outcome} data-state={state}>
          <HeardBar heard={receipt} />
          {!(over && otherVoices > 0) && (
            <span>{over ? text : run.state === 'rendering' ? t('preparing') : t('speaking')}</span>
          )}
        </output>
        {over ? <Again run={run} onAgain={onAgain} /> : <Stop run={run} />}
      </Group>
      {otherVoices > 0 && (
        <Text size="sm" c="warning">
          {t('by_other_voices', { count: otherVoices })}
        </Text>
      )}
      {run.error !== null && (
        <Text size="sm" c="error">
          {describe(run.error)}
        </Text>
      )}
      {over && missedOf(receipt) > 0 && <Unheard run={run} />}
    </section>
  );
}

/** `2 did not: Hall – quiet hours · Till 3 – lost network` */
function Unheard({ run: { rows, receipt } }: { run: RunDetails }) {
  const { t } = useTranslation(['say', 'announcements']);
  const reasonOf = useReason();
  const count = missedOf(receipt);
  const names = rows
    .filter(({ heard, sent }) => !heard && !sent)
    .slice(0, NAMED)
    .map(
      (row) => `${nameWithPlace(row.path, row.place)} – ${reasonOf(row) ?? t(`announcements:delivery.${row.state}`)}`,
    );
  if (count > names.length) names.push(t('more', { count: count - names.length }));
  return <Text size="sm">{t('not_heard', { count, names: names.join(' · ') })}</Text>;
}

function Again({ run, onAgain }: { run: RunDetails; onAgain: Props['onAgain'] }) {
  const { t } = useTranslation('say');
  const messageOf = useErrorMessage();
  const [again, { error, isLoading }] = useSayAgainMutation();
  const count = missedOf(run.receipt);
  if (!run.may_say_again || count === 0) return null;
  const submit = async (): Promise<void> => {
    const { data } = await again({ run_id: run.run_id, to: 'missed' });
    if (data) onAgain(data.run_id);
  };
  return (
    <>
      <Button variant="default" loading={isLoading} onClick={() => void submit()}>
        {t('again_to', { count })}
      </Button>
      {error !== undefined && (
        <Text size="sm" c="error" role="alert">
          {messageOf(error)}
        </Text>
      )}
    </>
  );
}

function Stop({ run }: { run: RunDetails }) {
  const { t } = useTranslation('say');
  const session = useSelector(selectSession);
  const stopsOthers = useMay('stop_others');
  const [stop, { isLoading }] = useStopRunMutation();
  if (run.user_id !== session?.user_id && !stopsOthers) return null;
  return (
    <Button variant="default" loading={isLoading} onClick={() => void stop(run.run_id)}>
      {t('stop')}
    </Button>
  );
}
