import type { User } from '@belfry/schemas/http/users/admin';
import { Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../ui/copy-text.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useGetUserInfoQuery } from '../../users-admin-api.ts';
import classes from './user-info.module.css';

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
