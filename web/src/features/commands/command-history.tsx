import { useAct } from '../../ui/use-act.ts';
import { Text, Button } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import type { CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { RunDeliveryState } from '@belfry/schemas/http/command-runs/runs';
import { formatTenth } from '../../lib/format.ts';
import { useTimes } from '../../lib/times.ts';
import { useLocale } from '../../lib/i18n.ts';
import { wholeList } from '../../ui/lists/list-state.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useCommandHistory, useCancelCommandMutation } from './commands-api.ts';
import { Dot, type RowState } from '../../kit/list/index.ts';
import classes from './commands.module.css';

/** The last commands of a device, of all users, with its responses. `cancels`: whether the person may cancel those that wait. */
export function CommandHistory({ serial, cancels }: { serial: Serial; cancels: boolean }) {
  const { t } = useTranslation('commands');
  const history = useCommandHistory(serial);
  return (
    <div className={classes.list}>
      <RowList
        list={wholeList(history, history.data && history.log)}
        label={t('history.title')}
        entry={classes.entry}
        keyOf={({ commandId }) => commandId}
        waiting={<LineSkeletons count={3} height={20} />}
        failure={() => ({ message: t('history.error') })}
        empty={
          <Text size="sm" c="dimmed">
            {t('history.none')}
          </Text>
        }
      >
        {(entry) => <Entry serial={serial} entry={entry} cancels={cancels} />}
      </RowList>
    </div>
  );
}

type EntryProps = { serial: Serial; entry: CommandResultAnswer; cancels: boolean };

function Entry({ serial, entry, cancels }: EntryProps) {
  const { t } = useTranslation('commands');
  const locale = useLocale();
  const times = useTimes();
  const executionTime = entry.result?.executionTime;
  return (
    <>
      <span className={classes.name}>{t(`name.${entry.command}`)}</span>
      <DeliveryStateText state={entry.state} running={entry.phase === 'running' && entry.state === 'accepted'} />
      <span className={classes.when}>
        {executionTime !== undefined && executionTime > 0 && `${formatTenth(executionTime / 1_000, locale)} s · `}
        <time dateTime={entry.issued_at}>{times.moment(entry.issued_at)}</time>
      </span>
      {cancels && entry.state === 'queued' && <CancelCommand serial={serial} entry={entry} />}
      {entry.error && <span className={classes.error}>{entry.error}</span>}
    </>
  );
}

type Props = { serial: Serial; entry: Pick<CommandResultAnswer, 'commandId' | 'command' | 'expires_at'> };
function CancelCommand({ serial, entry: { commandId, command, expires_at } }: Props) {
  const { t } = useTranslation('commands');
  const { act } = useAct();
  const times = useTimes();
  const [cancel, { isLoading }] = useCancelCommandMutation();
  const run = () => act(() => cancel({ serial, commandId }), { failed: t('history.cancelFailed') });
  return (
    <span className={classes.waiting}>
      {t('history.waits', { at: times.moment(expires_at) })}
      <Button
        size="compact-xs"
        variant="default"
        loading={isLoading}
        aria-label={t('history.cancelOf', { command: t(`name.${command}`) })}
        onClick={() => void run()}
      >
        {t('history.cancel')}
      </Button>
    </span>
  );
}

const DOTS: Record<RunDeliveryState, RowState> = {
  pending: 'off',
  queued: 'off',
  sent: 'off',
  accepted: 'off',
  succeeded: 'ok',
  failed: 'wrong',
  timed_out: 'look',
  expired: 'look',
  cancelled: 'off',
};

type DeliveryProps = {
  state: RunDeliveryState;
  running?: boolean;
  count?: string;
};

export function DeliveryStateText({ state, running = false, count }: DeliveryProps) {
  const { t } = useTranslation('commands');
  const name = t(running ? 'state.running' : `state.${state}`);
  return <Dot state={DOTS[state]} text={count === undefined ? name : `${count} ${name}`} />;
}
