import type { Person } from '@belfry/schemas/http/teams/people';
import type { RowState } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useRoleLabel } from '../../../ui/person.tsx';

const NAMED = 2;

/** How somebody is, and where they may do what. */
export function usePersonText() {
  const { t } = useTranslation(['people', 'teams']);
  const roleLabel = useRoleLabel();
  return {
    stateOf: ({ user_id, account, places }: Person): { state: RowState; text: string } => {
      if (account?.blocked) return { state: 'wrong', text: t('state.blocked') };
      if (account && !account.active) return { state: 'look', text: t('state.suspended') };
      if (user_id === null || places.some((place) => place.member_id === null))
        return { state: 'look', text: t('state.invited') };
      return { state: 'ok', text: t(places.length === 0 ? 'state.account' : 'state.member') };
    },
    /** `Harbour Market (Announcer) and 2 more`; of an account without places its role. */
    placesOf: ({ places, account, registration }: Person): string => {
      const names = places.slice(0, NAMED).map(({ name, role }) => `${name} (${t(`teams:roles.${role}`)})`);
      const more = places.length - names.length;
      if (names.length > 0) return `${names.join(' · ')}${more > 0 ? ` · ${t('more', { count: more })}` : ''}`;
      if (account) return roleLabel(account.role);
      return registration ? t('registers') : '';
    },
  };
}
