import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompactHeader } from '../../../lib/hooks/use-compact-header.ts';
import { EmergencyDialog } from './components/emergency-dialog.tsx';
import { useGetEmergencyQuery } from './emergency-api.ts';
import classes from './emergency-button.module.css';
import { useHold } from './use-hold.ts';

/** The button in the header that starts an emergency when it was held for two seconds. It is shown to whom has prepared one. */
export function EmergencyButton() {
  const { t } = useTranslation('emergency');
  const compact = useCompactHeader();
  const [opened, setOpened] = useState(false);
  const { holding, handlers } = useHold(() => setOpened(true));
  const { data } = useGetEmergencyQuery();
  if (!data || data.messages.length === 0) return null;
  const icon = <IconAlertTriangle size={18} aria-hidden />;
  const button = {
    ...handlers,
    className: classes.button ?? '',
    color: 'error',
    'data-emergency': true,
    'data-holding': holding || undefined,
    'aria-label': t('hold'),
  };
  return (
    <>
      <Tooltip label={t('hold')} withinPortal={false}>
        {compact ? (
          <ActionIcon {...button} size={40}>
            {icon}
          </ActionIcon>
        ) : (
          <Button {...button} size="compact-md" fz="sm" leftSection={icon}>
            {t('button')}
          </Button>
        )}
      </Tooltip>
      <VisuallyHidden component="output">{holding && t('holding')}</VisuallyHidden>
      {opened && <EmergencyDialog messages={data.messages} onClose={() => setOpened(false)} />}
    </>
  );
}
