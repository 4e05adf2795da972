import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';

type Props = {
  waiting: boolean;
  asking: boolean;
  /** It was sent since the page was opened. */
  asked: boolean;
  error: string | null;
  onAsk: () => void;
};

/** Below the field of a recipient that gets nothing until it has confirmed; empty for the others. */
export function RecipientState({ waiting, asking, asked, error, onAsk }: Props) {
  const { t } = useTranslation('ui');
  if (!waiting) return null;
  return (
    <Group gap="xs" mt={4}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {t(asked ? 'recipient.asked' : 'recipient.waiting')}
      </Text>
      {!asked && (
        <Anchor component="button" type="button" size="xs" disabled={asking} onClick={onAsk}>
          {t('recipient.ask')}
        </Anchor>
      )}
      {error !== null && (
        <Text size="xs" c="error" role="alert">
          {error}
        </Text>
      )}
    </Group>
  );
}
