import { Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from '../lib/translation.ts';
import { useNow } from '../lib/timers.ts';
import { useTimes } from '../lib/times.ts';
import type { FormDraft } from '../lib/use-form-draft.ts';
import classes from './draft-offer.module.css';

const AGE_STEP_MS = 10_000;

export function DraftOffer({ draft: { offeredAt, take, discard } }: { draft: FormDraft }) {
  const { t } = useTranslation('ui');
  const times = useTimes();
  const now = useNow(AGE_STEP_MS);
  if (offeredAt === null) return null;
  const today = times.day(offeredAt) === times.day(now);
  const time = today ? times.time(offeredAt) : `${times.day(offeredAt)}, ${times.time(offeredAt)}`;
  return (
    <Group className={classes.offer ?? ''} gap="xs">
      <IconHistory size={16} aria-hidden />
      <Text size="sm" component="output">
        {t('draft.offer', { time })}
      </Text>
      <Button size="compact-sm" variant="light" onClick={take}>
        {t('draft.restore')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={discard}>
        {t('draft.discard')}
      </Button>
    </Group>
  );
}
