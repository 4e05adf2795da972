import type { SayAgainTo } from '@belfry/schemas/http/announcements/announcements';
import { missedOf } from '@belfry/schemas/http/announcements/receipts';
import { Button, Menu, Text } from '@mantine/core';
import { IconPlayerStop, IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import {
  announcementsApi,
  type RunDetails,
  useSayAgainMutation,
  useStopRunMutation,
} from '../../features/announcements/announcements-api.ts';
import { useMay } from '../../features/teams/teams-api.ts';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { Detail, Section } from '../detail/index.ts';
import { HeardBar, useHeardState } from './heard-bar.tsx';
import { ReceiptPlaces } from './receipt-places.tsx';
import { Played } from './played.tsx';
import { useReceiptText } from './use-receipt-text.ts';
import { useReceiptTitle } from './use-receipt-title.ts';

/** Places of the first page, and after "Show more", which is the most that one page has. */
const PLACES = 100;
const PLACES_MAX = 500;

type Props = {
  runId: string;
  onClose: () => void;
  /** Said again: the drawer of the new run is to be opened. */
  onSaid: (runId: string) => void;
};

/** How one announcement went: who did not hear it and why, what was played, and all places. It loads and follows the run itself. */
export function ReceiptDrawer({ runId, onClose, onSaid }: Props) {
  const { t } = useTranslation('receipt');
  const messageOf = useErrorMessage();
  const titleOf = useReceiptTitle();
  const stateOf = useHeardState();
  const { moment } = useTimes();
  const [size, setSize] = useState(PLACES);
  const { data, error, isFetching, refetch } = announcementsApi.endpoints.getAnnouncementRun.useQuery({
    runId,
    page: 1,
    page_size: size,
  });
  const run = data?.run_id === runId ? data : undefined;
  const failed = error !== undefined && !run;
  const receipt = run && { ...run.receipt, title: run.title, kind: run.kind };
  return (
    <Detail
      onClose={onClose}
      title={receipt ? titleOf(receipt) : t('title')}
      path={receipt?.where}
      state={
        receipt &&
        (receipt.waits_until === null
          ? stateOf(receipt)
          : { state: 'look', text: t('when_back.waits', { until: moment(receipt.waits_until) }) })
      }
      action={run && <SayAgain run={run} onSaid={onSaid} />}
      menu={run && <More run={run} onSaid={onSaid} />}
      waiting={!run}
      failure={failed ? { message: messageOf(error), onRetry: () => void refetch(), retrying: isFetching } : undefined}
    >
      {run && receipt && (
        <>
          <Section>
            <Text size="sm" c="dimmed" component="p" m={0}>
              <When at={receipt.at} zone={receipt.time_zone} />
              {run.user_email !== null && ` · ${run.user_email}`}
            </Text>
            <HeardBar heard={receipt} />
            {run.error !== null && <p>{run.error}</p>}
          </Section>
          <ReceiptPlaces
            run={run}
            more={run.devices > run.rows.length && size < PLACES_MAX ? () => setSize(PLACES_MAX) : undefined}
            whenBack={<SayWhenBack run={run} onSaid={onSaid} />}
          />
          <Played run={run} />
        </>
      )}
    </Detail>
  );
}

type AgainProps = { run: RunDetails; onSaid: Props['onSaid'] };

function useAgain({ run, onSaid }: AgainProps) {
  const { t } = useTranslation('receipt');
  const { act, pending } = useAct();
  const [again] = useSayAgainMutation();
  return {
    pending,
    say: async (to: SayAgainTo): Promise<void> => {
      const answer = await act(() => again({ run_id: run.run_id, to }), {
        done: t('again.done'),
        failed: t('again.failed'),
      });
      if (answer) onSaid(answer.run_id);
    },
  };
}

/** To those who did not hear it, where there are any; while it is being said, the way to stop it. */
function SayAgain({ run, onSaid }: AgainProps) {
  const { t } = useTranslation('receipt');
  const locale = useLocale();
  const messageOf = useErrorMessage();
  const session = useSelector(selectSession);
  const [maySay, stopsOthers] = [useMay('say'), useMay('stop_others')];
  const { say, pending } = useAgain({ run, onSaid });
  const [stop, stopping] = useStopRunMutation();
  const { act } = useAct();
  const isActive = run.state === 'running' || run.state === 'rendering';
  if (isActive && run.kind !== 'schedule' && (stopsOthers || run.user_id === session?.user_id))
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        loading={stopping.isLoading}
        onClick={() => void act(() => stop(run.run_id), { failed: messageOf(stopping.error) })}
      >
        {t(run.receipt.waits_until === null ? 'stop' : 'when_back.cancel')}
      </Button>
    );
  const missed = missedOf(run.receipt);
  if (!run.may_say_again || !maySay || missed === 0) return null;
  return (
    <Button leftSection={<IconRepeat size={16} aria-hidden />} loading={pending} onClick={() => void say('missed')}>
      {t('again.missed', { count: missed, formatted: formatCount(missed, locale) })}
    </Button>
  );
}

/** For those that are offline: what they have missed waits for them. */
function SayWhenBack({ run, onSaid }: AgainProps) {
  const { t } = useTranslation('receipt');
  const maySay = useMay('say');
  const { say, pending } = useAgain({ run, onSaid });
  if (!run.may_say_again || !maySay || run.away === 0) return null;
  return (
    <Button variant="default" size="compact-sm" mt="xs" loading={pending} onClick={() => void say('when_back')}>
      {t('when_back.say', { count: run.away })}
    </Button>
  );
}

function More({ run, onSaid }: AgainProps) {
  const { t } = useTranslation('receipt');
  const maySay = useMay('say');
  const { say, pending } = useAgain({ run, onSaid });
  const textOf = useReceiptText();
  const copy = (): void =>
    void navigator.clipboard.writeText(textOf(run)).then(
      () => toast('success', t('copied')),
      () => toast('error', t('not_copied')),
    );
  return (
    <>
      {run.may_say_again && maySay && (
        <Menu.Item disabled={pending} onClick={() => void say('all')}>
          {t('again.all')}
        </Menu.Item>
      )}
      <Menu.Item onClick={copy}>{t('copy')}</Menu.Item>
    </>
  );
}
