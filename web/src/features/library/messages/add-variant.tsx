import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Adds an empty variant. */
export function AddVariant({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('library');
  return (
    <Button variant="default" size="xs" leftSection={<IconLanguage size={16} aria-hidden />} onClick={onAdd}>
      {t('messages.add_language')}
    </Button>
  );
}
