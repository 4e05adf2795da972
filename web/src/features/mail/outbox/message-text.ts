import type { MessageState, OutboxItem } from '@belfry/schemas/http/mail/outbox';
import type { RowState } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';

const STATES: Record<MessageState, RowState> = { queued: 'look', sent: 'ok', failed: 'wrong' };

type Texts = { kind: string; state: { state: RowState; text: string } };

/** A message in words, the same in a row and in its drawer. */
export function useMessageText(): (message: Pick<OutboxItem, 'kind' | 'state'>) => Texts {
  const { t } = useTranslation('outbox');
  return ({ kind, state }) => ({
    kind: t(`kind.${kind}`),
    state: { state: STATES[state], text: t(`state.${state}`) },
  });
}
