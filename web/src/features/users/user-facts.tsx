import type { User } from '@belfry/schemas/http/users/admin';
import { Badge, Tooltip, VisuallyHidden, Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconShieldCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { Flag } from '../../ui/pickers/choice-field.tsx';
import classes from './user-facts.module.css';
import { copyText } from '../../ui/copy-text.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { useGetUserInfoQuery } from './users-api.ts';

export function ConfirmedMark({ confirmed }: { confirmed: boolean }) {
  const { t } = useTranslation('users-admin');
  const Mark = confirmed ? IconCircleCheck : IconCircleDashed;
  const label = t(confirmed ? 'confirmed' : 'not_confirmed');
  return (
    <span className={classes.mark} title={label}>
      <Mark size={18} color={confirmed ? 'var(--bf-success)' : 'var(--bf-dim)'} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

export function UserName({ user, own }: { user: Pick<User, 'name' | 'two_factor'>; own: boolean }) {
  const { t } = useTranslation('users-admin');
  return (
    <span className={classes.name}>
      <span className={classes.text} title={user.name}>
        {user.name}
      </span>
      {user.two_factor && (
        <Tooltip label={t('two_factor')}>
          <span className={classes.mark}>
            <IconShieldCheck size={16} color="var(--bf-success)" aria-hidden />
            <VisuallyHidden>{t('two_factor')}</VisuallyHidden>
          </span>
        </Tooltip>
      )}
      {own && (
        <Badge size="sm" variant="default" className={classes.badge ?? ''}>
          {t('you')}
        </Badge>
      )}
    </span>
  );
}

const REGIONAL_A = 0x1_f1_e6;
const flagOf = (code: string): string =>
  Array.from(code, (letter) => String.fromCodePoint(REGIONAL_A + letter.charCodeAt(0) - 65)).join('');

type Country = Pick<User, 'country' | 'country_code'>;

/** A flag with the country's code, or its name where there is room. */
export function UserCountry({ country, country_code: code, named = false }: Country & { named?: boolean }) {
  const locale = useLocale();
  if (!country && !code) return <EmptyValue />;
  const isCode = code !== null && /^[A-Z]{2}$/.test(code);
  // Stored in the language of the registration; the code gives the name in that of the console.
  const name = isCode ? formatCountry(code, locale) : country;
  return (
    <span className={classes.country} title={name ?? undefined}>
      {isCode && <Flag emoji={flagOf(code)} />}
      {named ? (name ?? code) : (code ?? name)}
    </span>
  );
}

export function EmptyValue() {
  const { t } = useTranslation('users-admin');
  return (
    <span className={classes.nothing}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('none')}</VisuallyHidden>
    </span>
  );
}

/** Everything that the server returns about a user; see USER-5. */
export function UserInfo({ user: { id, name } }: { user: Pick<User, 'id' | 'name'> }) {
  const { t } = useTranslation(['users-admin', 'common']);
  const {
    currentData: info,
    isError,
    isFetching,
    refetch,
  } = useGetUserInfoQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  const copy = async (): Promise<void> => {
    if (await copyText(JSON.stringify(info, null, 2))) toast('success', t('common:copied'));
    else toast('error', t('common:copy_failed'));
  };
  return (
    <section className={classes.panel} aria-label={t('info.title', { name })}>
      {isError && (
        <Group gap="sm">
          <Text size="sm" c="var(--bf-error)" role="alert">
            {t('info.failed')}
          </Text>
          <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </Group>
      )}
      {!isError && !info && <LineSkeletons count={4} />}
      {!isError && info && (
        <>
          <dl className={classes.facts}>
            {Object.entries(info).map(([field, value]) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd data-empty={value === null || undefined}>{String(value)}</dd>
              </div>
            ))}
          </dl>
          <Button
            variant="default"
            size="compact-sm"
            mt="sm"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy()}
          >
            {t('info.copy')}
          </Button>
        </>
      )}
    </section>
  );
}
