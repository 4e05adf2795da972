import { Badge } from '@mantine/core';
import { useTranslation } from '../lib/translation.ts';
import classes from './person.module.css';
import type { Role } from '@belfry/schemas/domain/roles';

type State = { active: boolean; blocked: boolean };

const COLOURS = { active: 'success', blocked: 'error', suspended: 'warning' } as const;

/** A suspended account says so, blocked or not: only its own status tells that it is suspended; see USER-5. */
const statusOf = ({ active, blocked }: State): keyof typeof COLOURS => {
  if (!active) return 'suspended';
  return blocked ? 'blocked' : 'active';
};

/** The status of a person, the same everywhere: Active, Blocked or Suspended. It is never cut. */
export function PersonStatus({ person }: { person: State }) {
  const { t } = useTranslation('ui');
  const status = statusOf(person);
  return (
    <Badge
      variant="light"
      color={COLOURS[status]}
      tt="none"
      data-status={status}
      classNames={{ root: classes.badge ?? '', label: classes.label ?? '' }}
    >
      {t(`person_status.${status}`)}
    </Badge>
  );
}

/** The name of a role; see AUTH-1. */
export function useRoleLabel(): (role: Role) => string {
  const { t } = useTranslation('ui');
  return (role) => t(`roles.${role}`);
}
