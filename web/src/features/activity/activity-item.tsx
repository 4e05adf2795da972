import type { ActivityRow, ActivityRowOf } from '@belfry/schemas/http/activity/activity';
import { Row } from '../../kit/list/index.ts';
import { ReceiptRow, useReceiptWhy } from '../../kit/receipt/index.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { When } from '../../ui/when.tsx';
import { TakeButton, useAlarmText } from '../alarms/index.ts';
import { useChangeText } from '../audit/index.ts';
import { useMessageText } from '../mail/outbox/index.ts';
import { runStateOf } from '../scenarios/index.ts';
import { UndoChange } from './undo-change.tsx';

type Props<K extends ActivityRow['kind']> = { row: ActivityRowOf<K>; to: string; isOpen: boolean };

/** A row of each kind in one form: state, time, what, where, how. */
export function ActivityItem({ row, ...rest }: { row: ActivityRow; to: string; isOpen: boolean }) {
  switch (row.kind) {
    case 'said':
      return <Said row={row} {...rest} />;
    case 'scenario':
      return <Scenario row={row} />;
    case 'alarm':
      return <AlarmItem row={row} {...rest} />;
    case 'question':
      return <Question row={row} {...rest} />;
    case 'change':
      return <Change row={row} {...rest} />;
    case 'commands':
      return <Commands row={row} {...rest} />;
    case 'message':
      return <Message row={row} {...rest} />;
  }
}

function Said({ row: { receipt }, ...rest }: Props<'said'>) {
  const whyOf = useReceiptWhy();
  return <ReceiptRow receipt={receipt} why={whyOf(receipt)} {...rest} />;
}

/** It leads to its page, which has every receipt. */
function Scenario({ row: { at, run } }: Pick<Props<'scenario'>, 'row'>) {
  const { t } = useTranslation('scenarios');
  const { state, drill, started_by } = run;
  const text = t(`state.${state}`);
  return (
    <Row
      to={`/scenarios/runs/${run.scenario_run_id}`}
      state={{ state: runStateOf(run), text }}
      lead={<When at={at} />}
      name={run.name}
      path={run.company_name}
      facts={[text, drill ? t('is_drill') : null, started_by].filter(Boolean).join(' · ')}
    />
  );
}

function AlarmItem({ row: { at, alarm }, ...rest }: Props<'alarm'>) {
  const textOf = useAlarmText();
  const { name, where, state, care } = textOf(alarm);
  return (
    <Row
      state={state}
      lead={<When at={at} />}
      name={name}
      path={where}
      facts={care}
      action={<TakeButton alarm={alarm} compact />}
      isUrgent
      {...rest}
    />
  );
}

/** It is answered above the page; here it leads to the place that it is about. */
function Question({ row: { at, question }, isOpen }: Props<'question'>) {
  const { t } = useTranslation('activity');
  const { time } = useTimes();
  return (
    <Row
      to={`/places/${question.company_id}`}
      state={{ state: 'wrong', text: t('asks') }}
      lead={<When at={at} />}
      name={question.name}
      path={question.asks.place}
      facts={question.expires_at === null ? t('asks') : t('asks_until', { at: time(question.expires_at) })}
      isOpen={isOpen}
    />
  );
}

function Change({ row: { at, change }, ...rest }: Props<'change'>) {
  const textOf = useChangeText();
  const { t } = useTranslation('activity');
  const { what, object, who } = textOf(change);
  return (
    <Row
      state={{ state: 'off', text: t('view.changes') }}
      lead={<When at={at} />}
      name={what}
      path={object}
      facts={who}
      action={<UndoChange entry={change} />}
      {...rest}
    />
  );
}

function Commands({ row: { at, run }, ...rest }: Props<'commands'>) {
  const { t } = useTranslation(['activity', 'commands', 'command-runs']);
  const locale = useLocale();
  const { devices, ended, failures } = run;
  return (
    <Row
      state={{
        state: failures > 0 ? 'look' : ended === devices ? 'ok' : 'off',
        text: t(`command-runs:state.${run.state}`),
      }}
      lead={<When at={at} />}
      name={t(`commands:name.${run.command}`)}
      path={run.issued_by?.name}
      facts={t('done_of', { done: formatCount(ended - failures, locale), devices: formatCount(devices, locale) })}
      {...rest}
    />
  );
}

function Message({ row: { at, message, to: person }, ...rest }: Props<'message'>) {
  const textOf = useMessageText();
  const { kind, state } = textOf(message);
  return (
    <Row
      state={state}
      lead={<When at={at} />}
      name={kind}
      path={[person, message.recipient].filter(Boolean).join(' · ')}
      facts={state.text}
      {...rest}
    />
  );
}
