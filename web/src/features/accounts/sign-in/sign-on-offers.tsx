import { isEmail } from '@belfry/schemas/domain/email-address';
import { Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from '../../../lib/translation.ts';
import { useGetOfferedProvidersQuery } from './sign-on-api.ts';

const SETTLE_MS = 400;

/** "Continue with …" for the providers of the typed mail address, and for those that are offered to everybody; see SSO-2. */
export function SignOnOffers({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const [typed] = useDebouncedValue(email.trim(), SETTLE_MS);
  const person = isEmail(typed) ? { email: typed } : {};
  const { data } = useGetOfferedProvidersQuery(person);
  const providers = data?.providers ?? [];
  if (providers.length === 0) return null;
  const query = person.email === undefined ? '' : `?${new URLSearchParams({ email: person.email }).toString()}`;
  return (
    <Stack gap="xs">
      {providers.map(({ provider, name }) => (
        // The page is left: the provider has its own.
        <Button
          key={provider}
          component="a"
          href={`/api/auth/oidc/${provider}/start${query}`}
          variant="default"
          size="md"
          h="auto"
          mih={42}
          py={8}
          // A long name has several lines.
          styles={{ label: { whiteSpace: 'normal', textAlign: 'center', overflowWrap: 'anywhere' } }}
        >
          {t('sign_on.continue', { name })}
        </Button>
      ))}
    </Stack>
  );
}
