import type { MessageState } from '@belfry/schemas/http/messages/outbox';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLOURS: Record<MessageState, string> = { queued: 'warning', sent: 'success', failed: 'error' };

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { t } = useTranslation('outbox');
  return (
    <Badge variant="light" color={COLOURS[state]} tt="none">
      {t(`state.${state}`)}
    </Badge>
  );
}
