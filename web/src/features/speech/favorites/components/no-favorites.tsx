import { Text } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import classes from './no-favorites.module.css';

const STEPS = ['choose', 'listen', 'add'] as const;

/** The empty state: the purpose of the list, and the three steps to its first entry. */
export function NoFavorites() {
  const { t } = useTranslation('favorites');
  const id = useId();
  return (
    <EmptyState
      icon={<IconHeart size={24} />}
      title={t('empty.title')}
      action={
        <div className={classes.how}>
          <Text size="sm" fw={600} id={id}>
            {t('empty.steps')}
          </Text>
          <ol className={classes.steps} aria-labelledby={id}>
            {STEPS.map((step) => (
              <li key={step}>{t(`empty.${step}`)}</li>
            ))}
          </ol>
        </div>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}
