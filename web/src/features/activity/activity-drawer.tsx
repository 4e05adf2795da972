import type { ActivityRow } from '@belfry/schemas/http/activity/activity';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { Detail, Section } from '../../kit/detail/index.ts';
import { ReceiptDrawer } from '../../kit/receipt/index.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { When } from '../../ui/when.tsx';
import { AlarmDrawer } from '../alarms/index.ts';
import { ChangeDrawer } from '../audit/index.ts';
import { RunDrawer } from '../commands/index.ts';
import { UndoChange } from './undo-change.tsx';
import { MessageDrawer, useMessageText } from '../mail/outbox/index.ts';

type Props = {
  /** Of a row, as `alarm:7`. */
  id: string;
  /** The rows that are loaded: a text message of one's own has no call of its own. */
  messages: readonly ActivityRow[] | undefined;
  onClose: () => void;
  to: (id: string) => string;
};

/** One drawer for each kind; an id that nobody has opens nothing. */
export function ActivityDrawer({ id, messages, onClose, to }: Props) {
  const navigate = useNavigate();
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const [kind, key = ''] = id.split(':');
  const number = /^\d{1,15}$/.test(key) ? Number(key) : null;
  if (kind === 'said' && number === null)
    return <ReceiptDrawer runId={key} onClose={onClose} onSaid={(runId) => void navigate(to(`said:${runId}`))} />;
  if (kind === 'commands' && number === null) return <RunDrawer id={key} onClose={onClose} />;
  if (number === null) return null;
  if (kind === 'alarm') return <AlarmDrawer id={number} onClose={onClose} />;
  if (kind === 'change') return <ChangeDrawer id={number} onClose={onClose} Action={UndoChange} />;
  if (kind !== 'message') return null;
  if (administers) return <MessageDrawer id={number} onClose={onClose} />;
  const row = messages?.find((each) => each.id === id);
  return row?.kind === 'message' ? <OwnMessage row={row} onClose={onClose} /> : null;
}

/** A text message that the person has sent. */
function OwnMessage({ row, onClose }: { row: Extract<ActivityRow, { kind: 'message' }>; onClose: () => void }) {
  const { t } = useTranslation('activity');
  const textOf = useMessageText();
  const { kind, state } = textOf(row.message);
  return (
    <Detail
      onClose={onClose}
      title={kind}
      path={[row.to, row.message.recipient].filter(Boolean).join(' · ')}
      state={{ ...state, text: [state.text, row.message.last_error].filter(Boolean).join(' · ') }}
    >
      <Section title={t('sent')}>
        <When at={row.at} />
      </Section>
      <Section title={t('text')}>{row.text}</Section>
    </Detail>
  );
}
