import { Paper, Title } from '@mantine/core';
import { useState } from 'react';
import { AddLoudspeaker } from '../../../features/device-ownership/pairing/index.ts';
import { useMemberships } from '../../../features/teams/teams-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import classes from './home.module.css';

type Props = { onAdded: () => void; onDone: () => void };

/** Nothing is there yet: one card that connects the first loudspeaker, after which the page has the field to say something. */
export function EmptyHouse({ onAdded, onDone }: Props) {
  const { t } = useTranslation('home');
  const { memberships, isLoading } = useMemberships();
  const [attempt, setAttempt] = useState(0);
  if (isLoading) return null;
  // Members wait for those who have invited them.
  if (memberships.length > 0) return <h1 className={classes.sentence}>{t('empty.member')}</h1>;
  return (
    <Paper withBorder p="lg" className={classes.card ?? ''}>
      <Title order={1} size={28}>
        {t('empty.title')}
      </Title>
      <AddLoudspeaker key={attempt} onAdded={onAdded} onDone={onDone} onAnother={() => setAttempt(attempt + 1)} />
    </Paper>
  );
}
