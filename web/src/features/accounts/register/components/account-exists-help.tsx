import { Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { TextLink } from '../../../../ui/text-link.tsx';

/** Links for an email or phone that has an account: sign-in, a new password, or another attempt. */
export function AccountExistsHelp() {
  const { t } = useTranslation('register');
  return (
    <Text size="sm" c="dimmed">
      <Trans
        t={t}
        i18nKey="account_exists_help"
        components={{
          login: <TextLink to="/login">{null}</TextLink>,
          reset: <TextLink to="/forgot-password">{null}</TextLink>,
        }}
      />
    </Text>
  );
}
