import { Loader, Portal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './creating-overlay.module.css';

/** Covers the page while the account is created. */
export function CreatingOverlay() {
  const { t } = useTranslation('register');
  return (
    <Portal>
      <output className={classes.overlay}>
        <Loader size="lg" aria-hidden />
        <Text component="span" fw={650} size="lg">
          {t('creating')}
        </Text>
      </output>
    </Portal>
  );
}
