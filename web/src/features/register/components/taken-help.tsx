import { Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';

/** Where to go with a mail or phone that has an account: to sign-in, to a new password, or to another try. */
export function TakenHelp() {
  const { t } = useTranslation('register');
  return (
    <Text size="sm" c="dimmed">
      <Trans
        t={t}
        i18nKey="taken_help"
        components={{
          login: <TextLink to="/login">{null}</TextLink>,
          reset: <TextLink to="/forgot-password">{null}</TextLink>,
        }}
      />
    </Text>
  );
}
