import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconFileImport, IconMail, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../api/session/session-slice.ts';
import { useIsImpersonated } from '../../../api/session/use-is-impersonated.ts';
import { useRoleLabel } from '../../../ui/use-role-label.ts';

type Props = { onAdd: () => void; onImport: () => void; onInvite: () => void; onDeleteAll: (() => void) | undefined };

/** How people come in besides Add. */
const WAYS_IN = [
  { way: 'import', icon: IconFileImport },
  { way: 'invite', icon: IconMail },
] as const;

/** Title with the own role, Add, and Delete all for root, as soon as the number of users is known. */
export function UsersHeader({ onAdd, onImport, onInvite, onDeleteAll }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const role = useSelector(selectRole) ?? 'user';
  // An administrator who works in another account cannot act on users.
  const begins = !useIsImpersonated();
  return (
    <Group justify="space-between" gap="md">
      <div>
        <Group gap="sm">
          <Title order={1} size="h2">
            {t('title')}
          </Title>
          <Badge variant="light" size="lg" title={t('role_badge', { role: roleLabel(role) })}>
            {roleLabel(role)}
          </Badge>
        </Group>
        <Text c="dimmed">{t('lead')}</Text>
      </div>
      <Group gap="sm">
        {begins && role === 'root' && (
          <Button
            variant="light"
            color="error"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={onDeleteAll}
            disabled={!onDeleteAll}
            aria-haspopup="dialog"
          >
            {t('delete_all')}
          </Button>
        )}
        {begins &&
          WAYS_IN.map(({ way, icon: WayIcon }) => (
            <Button
              key={way}
              variant="light"
              leftSection={<WayIcon size={18} aria-hidden />}
              onClick={way === 'import' ? onImport : onInvite}
              aria-haspopup="dialog"
            >
              {t(`${way}.button`)}
            </Button>
          ))}
        {begins && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd} aria-haspopup="dialog">
            {t('add')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
