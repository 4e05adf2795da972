import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Instead of the form where nobody may register, or only who was invited; see REG-31. */
export function ClosedRegistration({ mode }: { mode: 'invite' | 'off' }) {
  const { t } = useTranslation('register');
  return <Text component="output">{t(`closed.${mode}`)}</Text>;
}
