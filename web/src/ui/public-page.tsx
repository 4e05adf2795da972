import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/translation.ts';
import { PreferenceMenus } from './preference-menus.tsx';
import classes from './public-page.module.css';

type Props = {
  tab: string;
  /** Absent where the content has its own. */
  caption?: string;
  lead?: ReactNode;
  /** For registration, which has more fields. */
  wide?: boolean;
  children: ReactNode;
};

export function PublicPage({ tab, caption, lead, wide = false, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.page}>
      <title>{`${tab} · ${t('product')}`}</title>
      <header className={classes.preferences}>
        <PreferenceMenus />
      </header>
      <main className={classes.main}>
        <Paper className={classes.card ?? ''} data-wide={wide || undefined} withBorder radius="lg">
          <div className={classes.brand}>
            <img src="/favicon.svg" alt="" width={40} height={40} />
            <Title order={1} size="h2">
              {t('product')}
            </Title>
          </div>
          <Text size="sm" c="dimmed" mb="lg">
            {t('tagline')}
          </Text>
          {caption !== undefined && (
            <Title order={2} size="h5" mb={lead === undefined ? 'sm' : 4}>
              {caption}
            </Title>
          )}
          {lead !== undefined && (
            <Text component="div" size="sm" c="dimmed" mb="md">
              {lead}
            </Text>
          )}
          {children}
        </Paper>
      </main>
    </div>
  );
}
