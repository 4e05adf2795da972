import { Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { serial: string; busy: boolean; onDelete: () => void };

/** Delete with its question in the same line, so that nothing jumps and no dialog opens (specification 002 §2.2). */
export function DeleteDevice({ serial, busy, onDelete }: Props) {
  const { t } = useTranslation('devices');
  const [asking, setAsking] = useState(false);
  const answer = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  const question = useId();

  useEffect(() => {
    if (asking) answer.current?.focus();
    else if (asked.current) opener.current?.focus();
    asked.current = asking;
  }, [asking]);

  if (!asking) {
    return (
      <Button
        ref={opener}
        size="compact-xs"
        variant="subtle"
        color="error"
        leftSection={<IconTrash size={14} aria-hidden />}
        loading={busy}
        aria-label={t('card.deleteThis', { serial })}
        onClick={() => setAsking(true)}
      >
        {t('card.delete')}
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap" onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}>
      <Text size="xs" truncate id={question}>
        {t('card.deleteSure')}
      </Text>
      <Button
        size="compact-xs"
        color="error"
        aria-describedby={question}
        onClick={() => {
          setAsking(false);
          onDelete();
        }}
      >
        {t('card.yes')}
      </Button>
      <Button
        ref={answer}
        size="compact-xs"
        variant="default"
        aria-describedby={question}
        onClick={() => setAsking(false)}
      >
        {t('card.no')}
      </Button>
    </Group>
  );
}
