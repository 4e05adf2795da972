import { Paper, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

type Props = {
  title: string;
  /** Whether these choices are only stored in this browser, which a note below them states. */
  local?: boolean;
  children: ReactNode;
};

/** Settings that belong together. */
export function SettingsGroup({ title, local = false, children }: Props) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.group ?? ''} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
      {local && (
        <Text size="xs" className={classes.local}>
          <IconInfoCircle size={16} aria-hidden />
          {t('local')}
        </Text>
      )}
    </Paper>
  );
}
