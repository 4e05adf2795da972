import { Paper, Stack } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { OwnAccountOnly } from '../../../ui/states/empty-state.tsx';
import { ChangePassword } from './password-form.tsx';
import { PageHeading } from '../../../ui/tabbed-page.tsx';

export function PasswordPage() {
  const { t } = useTranslation('passwords');
  const isImpersonated = useIsImpersonated();
  return (
    <Stack gap="lg" maw={480} mx="auto" w="100%">
      <PageHeading title={t('change.title')} lead={t('change.lead')} />
      <Paper withBorder p="lg">
        <OwnAccountOnly isImpersonated={isImpersonated}>
          <ChangePassword />
        </OwnAccountOnly>
      </Paper>
      <TextLink to="/home">{t('to_home')}</TextLink>
    </Stack>
  );
}
